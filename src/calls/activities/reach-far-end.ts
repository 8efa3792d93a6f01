import { AppError, describeError } from '../../domain/errors.ts';
import type { DialOptions } from '../legs/call-legs.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { endOf } from '../plan.ts';
import { type Leg, NotDialled } from '../telephony.ts';
import { Interrupted, isConnectedWithin, waitFor } from '../waiting.ts';

/**
 * Mode hold_slayer: dials the company, unless it was dialled already, and goes on with the menu or the queue once it answers. The
 * call itself ends when its far leg does.
 */
export async function reachFarEnd(call: LiveCall, signal: AbortSignal): Promise<Plan> {
  if (call.legs.farEnd.state !== 'present') {
    const failed = await dialFarEnd(call, signal);
    if (failed !== undefined) return failed;
  }
  signal.throwIfAborted();
  // Read ahead: when the far end answers, the database may be away.
  if (call.ledger.call.flowId !== null) void call.flow.read().catch(() => undefined);
  const { far } = call.legs;
  await untilAnswered(call, far, signal);
  void sendSilence(call, far);
  return { do: call.ledger.call.flowId === null ? 'hold' : 'work_menu' };
}

/** A call that could not be dialled by then is not dialled any more: nobody expects it. */
const longestAwaySeconds = 60;

/**
 * @returns how the call ends if the policy no longer allows it, or the trunk cannot be reached: Asterisk refuses to dial one that does
 *   not answer OPTIONS.
 * @throws NotDialled while the dial may be tried again; `LiveCall` does so, as after any passing fault, if the caller does not; Interrupted
 */
export async function dialFarEnd(
  call: LiveCall,
  signal: AbortSignal,
  options: DialOptions = {},
): Promise<Plan | undefined> {
  try {
    await call.legs.dialFar(options);
    return undefined;
  } catch (error) {
    const { telephony } = call.needs;
    if (error instanceof NotDialled && (await isConnectedWithin(longestAwaySeconds, telephony, signal)))
      throw error;
    return whyUndialled(call, error);
  }
}

/** @throws Interrupted */
function whyUndialled(call: LiveCall, error: unknown): Plan {
  if (error instanceof Interrupted) throw error;
  if (error instanceof AppError && (error.code === 'refused' || error.code === 'conflict'))
    return endOf('refused', error.detail);
  const { telephony, journal } = call.needs;
  const isOurs = telephony.unavailable() !== undefined || journal.faulty !== undefined;
  return endOf(isOurs ? 'gateway_error' : 'unreachable', describeError(error));
}

/** The far end may answer while the owner's devices ring, or have done so just before. @returns the function that ends this. */
export function followFarEnd(call: LiveCall, signal: AbortSignal): () => void {
  const stop = new AbortController();
  const { farEnd } = call.legs;
  if (farEnd.state === 'present' && (farEnd.leg.state !== 'up' || call.ledger.call.answeredAtMs === null))
    void untilAnswered(call, farEnd.leg, AbortSignal.any([signal, stop.signal]))
      .then(() => sendSilence(call, farEnd.leg))
      .catch(() => undefined); // interrupted
  return () => stop.abort();
}

const silenceTries = 5;

/**
 * Carriers drop a call that sends nothing (after about 10 s, measured), so silence is sent from the answer on. Resolves after the first try;
 * an Asterisk that is busy for a moment is asked again.
 */
async function sendSilence(call: LiveCall, far: Leg, tries = silenceTries): Promise<void> {
  await far.sendSilence().catch((error: unknown) => {
    call.needs.log.warn('no silence is sent', { call: call.id, error: describeError(error) });
    if (tries > 1 && far.state === 'up')
      setTimeout(() => void sendSilence(call, far, tries - 1), 1000).unref();
  });
}

/** The far end no longer hears anybody, and waits. */
export async function keepFarWaiting(call: LiveCall): Promise<void> {
  await call.legs.unbridgeFar();
  await sendSilence(call, call.legs.far);
}

/** Follows a leg from dial to answer: reports the status, and listens as soon as there is something to hear. */
export async function untilAnswered(call: LiveCall, far: Leg, signal: AbortSignal): Promise<void> {
  const listen = (): void => void call.hearing.open(call.needs.telephony, far);
  if (far.state !== 'up') {
    call.hearing.setPhase('answering');
    if (far.underWay !== undefined) farRings(call);
    if (far.state === 'ringing' || far.hasEarlyMedia) {
      farRings(call);
      listen();
    }
    await answerOf(call, far, listen, signal);
  }
  if (call.ledger.call.answeredAtMs === null) call.ledger.note({ answeredAtMs: Date.now() });
  listen();
}

async function answerOf(call: LiveCall, far: Leg, listen: () => void, signal: AbortSignal): Promise<void> {
  await waitFor<void>(signal, undefined, (answered) => {
    const stopRingback = call.hearing.subscribe((event) => {
      if (event.kind === 'tone' && event.tone === 'ringback') farRings(call);
    });
    const stopLeg = far.subscribe((event) => {
      if (event.kind === 'ringing' || event.kind === 'early_media') {
        farRings(call);
        listen();
      }
      if (event.kind === 'under_way') farRings(call);
      if (event.kind === 'answered') answered();
    });
    return () => {
      stopRingback();
      stopLeg();
    };
  });
}

/** Also on a 183: many carriers send no 180, but ringback or an announcement as early media. And on a 181 or 182 alone: it is on its way. */
function farRings(call: LiveCall): void {
  if (call.ledger.status === 'trying') call.ledger.move('far_rings');
}
