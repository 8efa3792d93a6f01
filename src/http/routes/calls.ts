import type { CallDesk, CallRequest } from '../../calls/desk.ts';
import type { Journal } from '../../calls/store.ts';
import { readTranscript } from '../../calls/words/transcript.ts';
import * as answers from '../../contract/call-answers.ts';
import * as contract from '../../contract/calls.ts';
import {
  viewCall,
  viewCallPage,
  viewOutbound,
  viewTimeline,
  viewTranscript,
} from '../../contract/call-views.ts';
import { eventListView, parseEventTypes, viewEvent } from '../../contract/events.ts';
import { editTags, guardEdit } from '../../contract/edit-tags.ts';
import { idempotencyOf, idempotencyOfAction } from '../../contract/request-digest.ts';
import type { Call } from '../../domain/call.ts';
import type { Identity } from '../../identity/gate.ts';
import { type ApiAnswer, type ApiRequest, type ApiRoute, param } from '../api-route.ts';

/** A call that flips between person and not-person a thousand times adds nothing after that. */
const maxMoments = 1000;

export interface CallRouteNeeds {
  calls: CallDesk;
  journal: Pick<Journal, 'read' | 'readBefore'>;
  nowMs?: () => number;
}

export function callRoutes({ calls, journal, nowMs = Date.now }: CallRouteNeeds): ApiRoute[] {
  async function showCall(callId: string): Promise<ApiAnswer> {
    const body = viewCall(await calls.snapshot(callId), nowMs());
    return { status: 200, body, editTag: body.edit_tag };
  }

  async function place(request: ApiRequest, wanted: CallRequest): Promise<ApiAnswer> {
    const { call } = await calls.place(wanted, idempotencyOf(request.idempotencyKey, wanted));
    return { status: 201, body: viewOutbound(call), location: `/api/v1/calls/${call.id}` };
  }

  const sample = async () => {
    const { calls: newest } = await calls.list({ state: 'all', limit: 1 });
    return { params: { call_id: newest[0]?.call.id } };
  };

  /** A route that acts on a call, once for each Idempotency-Key. */
  const acting = (
    operationId: string,
    perform: (callId: string, body: unknown, identity: Identity) => Promise<Call>,
  ) => ({
    ...actingRoute,
    operationId,
    handle: async (request: ApiRequest): Promise<ApiAnswer> => {
      const { idempotencyKey, body, identity } = request;
      const callId = param(request, 'call_id');
      const idempotency = idempotencyOfAction(idempotencyKey, operationId, callId, body);
      await calls.once(callId, idempotency, () => perform(callId, body, identity));
      return showCall(callId);
    },
  });

  const created = {
    201: { description: 'The call is being dialled, or scheduled.', schema: answers.outboundView },
  };
  const shown = { 200: { description: 'The call.', schema: answers.callView } };
  const placing = {
    method: 'post',
    tag: 'calls',
    scope: 'calls',
    takesIdempotencyKey: true,
    answers: created,
    errors: ['not_found', 'conflict'],
  } as const;
  const actingRoute = {
    method: 'post',
    takesIdempotencyKey: true,
    tag: 'calls',
    scope: 'calls',
    hasEditTag: true,
    answers: shown,
    errors: ['not_found', 'conflict'],
  } as const;

  return [
    {
      ...placing,
      path: '/calls/outbound',
      operationId: 'placeCall',
      summary: 'Call a number in one of the three modes',
      body: contract.outboundBody,
      handle: (request) => {
        const body = request.body as contract.OutboundBody;
        return place(request, contract.callRequestOf(body, request.identity.scope));
      },
    },
    {
      ...placing,
      path: '/calls/hold-slayer',
      operationId: 'placeHoldSlayerCall',
      summary: 'Call a number, work through its menu, wait on hold and ring a device when a person answers',
      body: contract.holdSlayerBody,
      handle: (request) => {
        const body = request.body as contract.HoldSlayerBody;
        const { transfer_to, ...rest } = body;
        const asOutbound: contract.OutboundBody = {
          ...rest,
          mode: 'hold_slayer',
          ...(transfer_to === undefined ? {} : { device: transfer_to }),
        };
        return place(request, contract.callRequestOf(asOutbound, request.identity.scope));
      },
    },
    {
      method: 'get',
      path: '/calls',
      tag: 'calls',
      scope: 'read',
      operationId: 'listCalls',
      summary: 'List calls, newest first',
      query: contract.listQuery,
      answers: { 200: { description: 'One page of calls.', schema: answers.callListView } },
      handle: async (request) => {
        const page = await calls.list(contract.callQueryOf(request.query as contract.ListQuery));
        return { status: 200, body: viewCallPage(page, nowMs()) };
      },
    },
    {
      method: 'get',
      path: '/calls/:call_id',
      tag: 'calls',
      scope: 'read',
      operationId: 'getCall',
      sample,
      summary: 'Show a call, under way or over',
      hasEditTag: true,
      answers: shown,
      errors: ['not_found'],
      handle: (request) => showCall(param(request, 'call_id')),
    },
    {
      ...acting('hangUpCall', (callId, _, { isPage }) =>
        calls.hangUp(callId, isPage ? 'hangup_owner' : 'hangup_api'),
      ),
      path: '/calls/:call_id/hangup',
      summary: 'End a call',
      body: contract.emptyBody,
      bodyOptional: true,
    },
    {
      ...acting('transferCall', (callId, body) =>
        calls.transfer(callId, (body as contract.TransferBody).device),
      ),
      path: '/calls/:call_id/transfer',
      summary: 'Ring a device and connect it with the far end',
      body: contract.transferBody,
    },
    {
      ...acting('sendDtmf', (callId, body) => calls.sendDtmf(callId, (body as contract.DtmfBody).digits)),
      path: '/calls/:call_id/dtmf',
      summary: 'Send digits to the far end',
      body: contract.dtmfBody,
    },
    {
      ...acting('resumeHold', (callId, body) =>
        calls.resumeHold(callId, (body as contract.ResumeHoldBody).reason),
      ),
      path: '/calls/:call_id/resume-hold',
      summary: 'Send a call back on hold: the far end is not a person, or put you on hold again',
      body: contract.resumeHoldBody,
      bodyOptional: true,
    },
    {
      ...actingRoute,
      method: 'patch',
      takesIdempotencyKey: false, // the same change twice is the same change
      path: '/calls/:call_id',
      operationId: 'editCall',
      summary: 'Change the note, the facts, or whom a call will ring',
      takesIfMatch: true,
      body: contract.editBody,
      handle: async (request) => {
        const { will_ring: willRing, ...kept } = request.body as contract.EditBody;
        const guard = guardEdit('the note or the facts of the call', request.ifMatch, editTags.call);
        const { id } = await calls.edit(param(request, 'call_id'), { ...kept, willRing }, guard);
        return showCall(id);
      },
    },
    {
      method: 'get',
      path: '/calls/:call_id/transcript',
      tag: 'calls',
      scope: 'read',
      operationId: 'getTranscript',
      sample,
      summary:
        'Show what was said; empty for a call that is not transcribed, and once its events were removed for their age',
      answers: { 200: { description: 'The transcript.', schema: answers.transcriptView } },
      errors: ['not_found'],
      handle: async (request) => {
        const { id } = await calls.get(param(request, 'call_id'));
        return { status: 200, body: viewTranscript(id, await readTranscript(journal, id)) };
      },
    },
    {
      method: 'get',
      path: '/calls/:call_id/events',
      tag: 'calls',
      scope: 'read',
      operationId: 'listCallEvents',
      sample,
      summary:
        'Show what happened in a call, oldest first; nothing once its events were removed for their age',
      query: contract.eventsQuery,
      answers: { 200: { description: 'One page of events.', schema: eventListView } },
      errors: ['not_found'],
      handle: async (request) => {
        const { id } = await calls.get(param(request, 'call_id'));
        const { since = 0, before, types, limit } = request.query as contract.EventsQuery;
        const filter = { callId: id, types: parseEventTypes(types) };
        const events = await (before === undefined
          ? journal.read(since, filter, limit)
          : journal.readBefore(before, filter, limit));
        return {
          status: 200,
          body: { events: events.map(viewEvent), next_since: events.at(-1)?.id ?? since },
        };
      },
    },
    {
      method: 'get',
      path: '/calls/:call_id/timeline',
      tag: 'calls',
      scope: 'read',
      operationId: 'getTimeline',
      sample,
      summary: 'Show what was heard, and when',
      answers: { 200: { description: 'Stretches of audio of one class.', schema: answers.timelineView } },
      errors: ['not_found'],
      handle: async (request) => {
        const { id } = await calls.get(param(request, 'call_id'));
        const [segments, moments] = await Promise.all([
          calls.segments(id),
          journal.read(0, { callId: id, types: [...answers.momentTypes, 'person_labelled'] }, maxMoments),
        ]);
        return { status: 200, body: viewTimeline(id, segments, moments) };
      },
    },
  ];
}
