import type { LiveCall } from '../live-call.ts';
import { describeError } from '../../domain/errors.ts';
import type { Plan } from '../plan.ts';
import { endOf } from '../plan.ts';
import type { Bridge, Leg } from '../telephony.ts';
import type { Permit } from '../trunk-dials.ts';
import { Interrupted, waitFor } from '../waiting.ts';

/** Dials the company (mode hold_slayer) and goes on with the menu or the queue once it answers. */
export async function reachFarEnd(call: LiveCall, signal: AbortSignal): Promise<Plan> {
  return (await dialFarEnd(call)) ?? awaitAnswer(call, signal);
}

/**
 * Dials the number and gives the call its far leg.
 * @returns how the call ends when the policy has no place for it any more, or the trunk cannot be reached at all: Asterisk refuses to
 *   dial one that answers no OPTIONS.
 */
export async function dialFarEnd(
  call: LiveCall,
  options: { denoise?: boolean; bridge?: Bridge } = {},
): Promise<Plan | undefined> {
  const { telephony, trunk, settings } = call.surroundings;
  let permit: Permit;
  try {
    permit = await trunk.permit({ callId: call.id, number: call.ledger.call.number, purpose: 'far' });
  } catch (error) {
    return endOf('gateway_error', describeError(error)); // accepted earlier; a rule that is named refuses it now
  }
  let far: Leg;
  try {
    if (call.ledger.isOver) throw new Interrupted();
    far = await telephony.dialFar(call.id, permit.number, {
      timeoutSeconds: settings.answerSeconds,
      ...options,
    });
  } catch (error) {
    permit.end();
    if (error instanceof Interrupted) throw error;
    const isOurs = telephony.unavailable() !== undefined;
    return endOf(isOurs ? 'gateway_error' : 'unreachable', describeError(error));
  }
  permit.follow(far);
  call.attachFar(far);
  return undefined;
}

/** The far leg was dialled; waits for its answer. Its end is the call's, which the call itself sees to. */
export async function awaitAnswer(call: LiveCall, signal: AbortSignal): Promise<Plan> {
  const far = call.far as Leg;
  await untilAnswered(call, far, signal);
  void keepSilent(call, far);
  const { flowId, target } = call.ledger.call;
  return flowId === null ? { do: 'hold', target } : { do: 'work_menu', flowId };
}

/** Carriers drop a call that sends them nothing (after about 10 s, measured), so silence is sent from the answer on. */
export async function keepSilent(call: LiveCall, far: Leg): Promise<void> {
  await far.sendSilence().catch((error: unknown) => {
    call.surroundings.log.warn('no silence is sent', { call: call.id, error: String(error) });
  });
}

/** Follows a leg from dial to answer: tells the status, and listens as soon as there is something to hear. */
export async function untilAnswered(call: LiveCall, far: Leg, signal: AbortSignal): Promise<void> {
  const listen = (): void => void call.hearing.open(call.surroundings.telephony, far);
  if (far.state !== 'up') {
    call.hearing.setPhase('answering');
    if (far.state === 'ringing') farRings(call);
    if (far.state === 'ringing' || far.hasEarlyMedia) listen();
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
      if (event.kind === 'ringing') farRings(call);
      if (event.kind === 'ringing' || event.kind === 'early_media') listen();
      if (event.kind === 'answered') answered();
    });
    return () => {
      stopRingback();
      stopLeg();
    };
  });
}

function farRings(call: LiveCall): void {
  if (call.ledger.status === 'trying') call.ledger.move('far_rings');
}
