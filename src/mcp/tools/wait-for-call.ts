import Joi from 'joi';
import type { Journal } from '../../calls/store.ts';
import { callStatuses, isFinal, type CallStatus } from '../../domain/call-status.ts';
import { holdSecondsUntil, type Call } from '../../domain/call.ts';
import { defineTool, type Tool, type ToolContext } from '../tool.ts';
import { callId, followedCallView, showFollowedCall, type CallToolNeeds } from './call-tools.ts';
import { openMenuAsk } from './menu-ask.ts';

/** Less than the minute after which many hosts give up on a tool. */
const longestWaitSeconds = 50;
const progressEveryMs = 5_000;

interface WaitInput {
  call_id: string;
  timeout: number;
  last_status?: CallStatus;
  last_event_id?: number;
}

export function waitForCallTool(
  needs: Pick<CallToolNeeds, 'calls' | 'nowMs'> & {
    journal: Pick<Journal, 'read' | 'subscribe'>;
    stopping: AbortSignal;
  },
): Tool {
  const { calls, journal, stopping } = needs;

  async function hasAskedSince({ call_id: id, last_event_id: seen }: WaitInput): Promise<boolean> {
    if (seen === undefined) return false;
    const asked = await openMenuAsk(journal, await calls.snapshot(id));
    return asked !== undefined && asked.eventId > seen;
  }

  return defineTool<WaitInput>({
    name: 'wait_for_call',
    scope: 'read',
    title: 'Wait for the next change of a call',
    description: `Waits until the status of a call changes, or a menu asks for something that only the owner knows (menu_ask), and returns the call; after timeout seconds (at most ${longestWaitSeconds}) it returns the unchanged call with changed = false. Waiting on hold may take an hour: keep calling this tool, with the status and the event_id you saw last as last_status and last_event_id so that nothing in between is missed, until status is connected, ended or failed. If menu_ask is not null, press what it asks for with send_dtmf, or ask the owner for it first. Returns at once for a call that is over. To stop waiting, or to cancel, does not affect the call.`,
    input: Joi.object({
      call_id: callId(),
      timeout: Joi.number().min(0).max(longestWaitSeconds).default(longestWaitSeconds).description('seconds'),
      last_status: Joi.string()
        .valid(...callStatuses)
        .description('the last status you saw; if it has changed since, the tool returns at once'),
      last_event_id: Joi.number()
        .integer()
        .min(0)
        .description(
          'the last event_id you saw; if a menu has asked since and still waits, the tool returns at once',
        ),
    }),
    output: followedCallView.keys({
      changed: Joi.boolean()
        .required()
        .description('whether the status changed while waiting, or since last_status'),
    }),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async run(input, context) {
      const enough = new AbortController();
      // Starts waiting before the first look, so that no change is missed in between.
      const waiting = calls.waitForChange(
        input.call_id,
        input.timeout,
        AbortSignal.any([context.signal, enough.signal]),
      );
      const leave = journal.subscribe(({ type, callId: id }) => {
        if (type === 'menu_needs_owner' && id === input.call_id) enough.abort();
      });
      const stop = (): void => enough.abort();
      if (stopping.aborted) stop();
      stopping.addEventListener('abort', stop);
      let stopReporting = (): void => undefined;
      try {
        const [first, last] = await Promise.all([
          calls.get(input.call_id).then(async (call) => {
            const isNews = isFinal(call.status) || call.status !== (input.last_status ?? call.status);
            if (isNews || (await hasAskedSince(input))) enough.abort();
            else stopReporting = reportWhile(context, input, needs);
            return call;
          }),
          waiting,
        ]);
        const before = input.last_status ?? first.status;
        return { ...(await showFollowedCall(needs, last.id)), changed: last.status !== before };
      } finally {
        enough.abort();
        stopping.removeEventListener('abort', stop);
        leave();
        stopReporting();
      }
    },
  });
}

/** A report that comes after the result is about a request that no client knows any more. @returns a function that ends the reports. */
function reportWhile(
  context: ToolContext,
  input: WaitInput,
  { calls, nowMs }: Pick<CallToolNeeds, 'calls' | 'nowMs'>,
): () => void {
  const { reportProgress } = context;
  if (reportProgress === undefined) return () => undefined;
  const beganAtMs = performance.now();
  let hasEnded = false;
  const report = (): void => {
    const seconds = Math.round((performance.now() - beganAtMs) / 1000);
    calls.get(input.call_id).then(
      (call) => {
        if (!hasEnded) reportProgress({ seconds, of: input.timeout, message: describe(call, nowMs()) });
      },
      // Progress is optional; the tool's own result reports any failure.
      () => undefined,
    );
  };
  report();
  const timer = setInterval(report, progressEveryMs);
  return () => {
    hasEnded = true;
    clearInterval(timer);
  };
}

function describe(call: Call, nowMs: number): string {
  const heard = call.audioType === null ? '' : `, hearing ${call.audioType}`;
  const held = Math.round(holdSecondsUntil(call, nowMs));
  return call.status === 'on_hold' ? `on_hold for ${held} s${heard}` : `${call.status}${heard}`;
}
