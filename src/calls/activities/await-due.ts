import { firstActivity } from '../../domain/call.ts';
import { AppError } from '../../domain/errors.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { endOf } from '../plan.ts';
import { delay } from '../waiting.ts';

/** How often a due call that cannot be placed is tried again, and how late it may become. */
const tryAgainSeconds = 30;
const maxLateSeconds = 900;
/** A timer does not notice that the machine slept or that its clock was set, so the clock is read this often. */
const clockSeconds = 30;
/** How long the database may take to record it. */
const storeSeconds = 1;

/** Waits until a scheduled call is due. The policy is asked again at that time, whatever it said when the call was requested. */
export async function awaitDue(call: LiveCall, signal: AbortSignal): Promise<Plan> {
  const dueAtMs = call.ledger.call.startedAtMs;
  const wasWaitedFor = Date.now() < dueAtMs;
  await untilDue(dueAtMs, signal);
  let why = wasWaitedFor
    ? 'this machine was asleep, or its clock was set forward'
    : 'the service was not running';
  for (;;) {
    if (Date.now() - dueAtMs > maxLateSeconds * 1000) return tooLate(dueAtMs, why);
    try {
      await requireStorable(call);
      signal.throwIfAborted();
      await call.needs.permitDue(call.ledger.call, () =>
        call.ledger.move('due', { startedAtMs: Date.now(), activity: firstActivity(call.ledger.call.mode) }),
      );
      return { do: 'resume' };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code !== 'conflict' && error.code !== 'unavailable') return endOf('refused', error.detail);
      why = error.detail;
    }
    await delay(tryAgainSeconds, signal);
  }
}

async function untilDue(dueAtMs: number, signal: AbortSignal): Promise<void> {
  for (let leftMs = dueAtMs - Date.now(); leftMs > 0; leftMs = dueAtMs - Date.now())
    await delay(Math.min(leftMs / 1000, clockSeconds), signal);
}

/**
 * A dial that cannot be recorded is not made. Nobody is there to repeat the request, so the call waits for the database.
 * @throws AppError
 */
async function requireStorable({ ledger }: LiveCall): Promise<void> {
  ledger.note({});
  await ledger.storedWithin(storeSeconds);
  if (!ledger.isStored) throw new AppError('unavailable', 'the database cannot record it');
}

/** Nobody expects a call this late: the company may have closed, and the owner may be elsewhere. */
function tooLate(dueAtMs: number, why: string): Plan {
  const due = new Date(dueAtMs).toISOString();
  return endOf('too_late', `due at ${due} and not placed within ${maxLateSeconds / 60} min: ${why}`);
}
