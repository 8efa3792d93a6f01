import type { Call } from '../domain/call.ts';
import type { CallStatus } from '../domain/call-status.ts';
import type { CallLedger } from './call-ledger.ts';
import { waitFor } from './waiting.ts';

/**
 * Resolves with the call at its next change of status (to one of `wanted`, if given), or with the call as it is when the deadline or the
 * signal comes first.
 */
export async function waitForStatus(
  ledger: CallLedger,
  wanted: readonly CallStatus[] | undefined,
  seconds: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<Call> {
  const changed = await waitFor<Call>(signal, seconds, (settle) =>
    ledger.onStatus((call) => {
      if (wanted === undefined || wanted.includes(call.status)) settle(call);
    }),
  ).catch(() => 'timeout' as const);
  return changed === 'timeout' ? ledger.call : changed;
}
