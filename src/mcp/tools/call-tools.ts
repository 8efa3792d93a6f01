import Joi from 'joi';
import type { CallDesk, CallSnapshot } from '../../calls/desk.ts';
import type { Journal } from '../../calls/store.ts';
import * as answers from '../../contract/call-answers.ts';
import * as contract from '../../contract/calls.ts';
import { viewCall, viewCallPageText, viewOutbound, viewTranscript } from '../../contract/call-views.ts';
import { idempotencyOf } from '../../contract/request-digest.ts';
import { id } from '../../contract/values.ts';
import { editTags, editTagShape } from '../../contract/edit-tags.ts';
import type { Call } from '../../domain/call.ts';
import type { EditGuard } from '../../domain/edit-guard.ts';
import { AppError } from '../../domain/errors.ts';
import { defineTool, type Tool } from '../tool.ts';
import { menuAskView, openMenuAsk } from './menu-ask.ts';
import { readTranscript } from '../../calls/words/transcript.ts';

/** A long hold has hundreds of classified segments; a model needs only the last few. */
const shownClassifications = 10;

export const callId = () => id().required().description('call_id of make_call or list_calls');
const onlyCallId = Joi.object({ call_id: callId() });

/** MCP knows no headers of single requests. */
const noteCallInput = contract.keptBody.or('note', 'facts').keys({
  call_id: callId(),
  if_edit_tag: Joi.string()
    .pattern(editTagShape)
    .description(
      'edit_tag of the call as you read it: if the note or the facts have changed since, nothing is stored. Needed to replace a note or facts that exist',
    )
    .messages({ 'string.pattern.base': '{#label} must be the edit_tag that get_call_status showed' }),
});
interface NoteCallInput extends Pick<contract.EditBody, 'note' | 'facts'> {
  call_id: string;
  if_edit_tag?: string;
}

/** A model does not notice that it overwrites what the owner wrote. */
function losesNothing({ note, facts, if_edit_tag: tag }: NoteCallInput): EditGuard<Call> {
  return (stored) => {
    const replaces =
      (note !== undefined && stored.note !== '') || (facts !== undefined && stored.facts.length > 0);
    if (!replaces || tag === editTags.call(stored)) return;
    const why = tag === undefined ? 'the call has a note or facts already' : 'the note or the facts changed';
    throw new AppError(
      'changed',
      `${why}, and nothing was stored; read them with get_call_status, include what should stay, and pass its edit_tag as if_edit_tag`,
    );
  };
}

export interface CallToolNeeds {
  calls: CallDesk;
  journal: Pick<Journal, 'read'>;
  nowMs: () => number;
}

function showSnapshot(snapshot: CallSnapshot, nowMs: number) {
  return viewCall({ ...snapshot, segments: snapshot.segments.slice(-shownClassifications) }, nowMs);
}

export const followedCallView = answers.callView.keys({ menu_ask: menuAskView });

/** A call, and what its menu asks of the owner: without events, a host would not learn that. */
export async function showFollowedCall({ calls, journal, nowMs }: CallToolNeeds, callId: string) {
  const snapshot = await calls.snapshot(callId);
  const asked = await openMenuAsk(journal, snapshot);
  return { ...showSnapshot(snapshot, nowMs()), menu_ask: asked?.ask ?? null };
}

export function callTools(needs: CallToolNeeds): Tool[] {
  const { calls, journal, nowMs } = needs;
  const show = async ({ id }: Call) => showSnapshot(await calls.snapshot(id), nowMs());
  return [
    defineTool<contract.MakeCallInput>({
      name: 'make_call',
      scope: 'calls',
      title: 'Call a number',
      description: `Dials a phone number for the owner and returns at once with a call_id; the call continues on its own.
Choose the mode: "hold_slayer" calls a company, works through its menu, waits on hold and rings the owner's phone when a live person answers (use it for anything with a menu or a queue); "direct" rings the owner's phone first and then connects it with the number; "ai_assisted" is "direct" with noise suppression, recording and transcription.
Then follow the call with wait_for_call until its status is connected, ended or failed. The number must be in international format (+12025550100). "at" schedules it for later; "retry" and "redial" call again if it fails; end_call cancels it. It costs the owner money: place one call per request and do not repeat it without asking. Give each call an idempotency_key: if the answer is lost, repeat make_call with the same key and arguments, and the number is not dialled twice. A refusal says which rule refused it.`,
      input: contract.makeCallInput,
      output: answers.outboundView,
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: true,
      },
      async run({ idempotency_key: key, ...body }, { scope }) {
        const wanted = contract.callRequestOf(body, scope);
        const { call } = await calls.place(wanted, idempotencyOf(key, wanted));
        return viewOutbound(call);
      },
    }),
    defineTool<{ call_id: string }>({
      name: 'end_call',
      scope: 'calls',
      title: 'Hang up',
      description:
        'Ends a call, whatever it is doing, and returns its final state. Everyone on it is disconnected, and a place in a queue is lost, so ask the owner first. A call that is already over is refused.',
      input: onlyCallId,
      output: answers.callView,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
      run: async (input) => show(await calls.hangUp(input.call_id)),
    }),
    defineTool<{ call_id: string }>({
      name: 'get_call_status',
      scope: 'read',
      title: 'Show a call',
      description: `Shows the current state of a call, or the last one if it is over. status is one of: scheduled (placed later, at started_at), trying (dialling), ringing, navigating (working through the menu), on_hold (waiting in the queue), human_detected (a person is speaking, or probably is: person.grade is sure or likely), transferring (the owner's phone rings), connected (owner and far end are talking), ended (over; end_reason says who hung up), failed (never became a conversation; end_reason and error say why).
duration and hold_time are seconds; audio_type is what is heard now; classification_history holds the last ${shownClassifications} stretches; menu_ask is what a menu waits for that only the owner knows. To follow a call, use wait_for_call instead of polling.`,
      input: onlyCallId,
      output: followedCallView,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: (input) => showFollowedCall(needs, input.call_id),
    }),
    defineTool<contract.ListQuery>({
      name: 'list_calls',
      scope: 'read',
      title: 'List calls',
      description:
        'Lists calls, the newest first: those under way (state "active", the default), those that are over ("ended"), or "all". To search the history, pass q (words in the number, company, intent, note, facts or transcript), company, outcome ("reached": the owner was connected; "missed"), from and to. For the next page, pass next_cursor as cursor.',
      input: contract.listQuery,
      output: answers.callListText,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (query) => viewCallPageText(await calls.list(contract.callQueryOf(query)), nowMs()),
    }),
    defineTool<{ call_id: string; digits: string }>({
      name: 'send_dtmf',
      scope: 'calls',
      title: 'Press keys',
      description:
        'Presses keys on an answered call, as on a phone: 0-9, *, #, A-D, and w for half a second of pause, for example "1w2#". Returns when they have been sent. Use it to answer menu_ask, or to choose in a menu without a call flow; follow the effect with wait_for_call or get_call_transcript.',
      input: contract.dtmfBody.keys({ call_id: callId() }),
      output: answers.callView,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      run: async (input) => show(await calls.sendDtmf(input.call_id, input.digits)),
    }),
    defineTool<{ call_id: string; device?: string }>({
      name: 'transfer_call',
      scope: 'calls',
      title: "Ring the owner's phone",
      description:
        "Rings one of the owner's devices and connects it with the far end of an answered call. device is an id, a type or a name from list_devices; without it the online devices ring in their order. hold_slayer calls do this on their own when a person answers; use it to take a call earlier, or on another phone. If nobody answers, the call goes back on hold.",
      input: contract.transferBody.fork('device', (schema) => schema.optional()).keys({ call_id: callId() }),
      output: answers.callView,
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: true,
      },
      run: async (input) => show(await calls.transfer(input.call_id, input.device ?? null)),
    }),
    defineTool<{ call_id: string } & contract.ResumeHoldBody>({
      name: 'resume_hold',
      scope: 'calls',
      title: 'Keep waiting',
      description:
        'Sends a call back to waiting for the next person; devices stop ringing, and a connected phone is hung up. reason "not_a_person" (the default): what was taken for a person is a recording, and is remembered for this number. reason "on_hold_again": a person put the owner on hold again; nothing is remembered. Use it in human_detected, transferring or connected.',
      input: contract.resumeHoldBody.keys({ call_id: callId() }),
      output: answers.callView,
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: true,
      },
      run: async (input) => show(await calls.resumeHold(input.call_id, input.reason)),
    }),
    defineTool<NoteCallInput>({
      name: 'note_call',
      scope: 'calls',
      title: 'Write down something about a call',
      description:
        'Stores what is worth keeping about a call, under way or over: note is free text, facts are short pairs such as {"label": "claim number", "value": "A-1234"}. Each given field replaces its old value: where there is one, read the call first, include what should stay, and pass its edit_tag as if_edit_tag, so that nothing the owner writes meanwhile is lost. list_calls finds calls by these words.',
      input: noteCallInput,
      output: answers.callView,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      async run(input) {
        const { note, facts } = input;
        return show(await calls.edit(input.call_id, { note, facts }, losesNothing(input)));
      },
    }),
    defineTool<{ call_id: string }>({
      name: 'get_call_transcript',
      scope: 'read',
      title: 'Read what was said',
      description:
        'Returns what was said on a call so far, with time and speaker. Empty if the call is not transcribed (services.transcription of make_call).',
      input: onlyCallId,
      output: answers.transcriptView,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      async run(input) {
        const call = await calls.get(input.call_id);
        return viewTranscript(call.id, await readTranscript(journal, call.id));
      },
    }),
  ];
}
