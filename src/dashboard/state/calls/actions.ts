import { signal } from '@preact/signals';
import { call } from '../../api/client.ts';
import { ApiError, explain } from '../../api/errors.ts';
import type { CallStatus, CallView } from '../../api/types.ts';
import { isOver } from '../call/live-call.ts';
import { findCall, takeView } from './calls.ts';

/**
 * The owner's actions on a call. One at a time per call, but for the hang-up, which waits for nothing, and for digits, which keep nothing else
 * waiting: a person may answer meanwhile. Errors are shown where the action was started, until the call goes on: when a person answers, nobody
 * needs to read why a phone could not be rung half an hour before.
 */

export type ActionName = 'hangup' | 'transfer' | 'resume-hold';

interface ActionState {
  running: ActionName | undefined;
  fault: { text: string; status: CallStatus | undefined } | undefined;
}

const idle: ActionState = { running: undefined, fault: undefined };
const states = signal<ReadonlyMap<string, ActionState>>(new Map());

export function actionState(callId: string): ActionState {
  const state = states.value.get(callId) ?? idle;
  if (state.fault === undefined || state.fault.status === findCall(callId)?.status) return state;
  return { ...state, fault: undefined };
}

/** For the button that hangs up, which does not rest while anything else is under way. */
export const isHangingUp = (callId: string): boolean => actionState(callId).running === 'hangup';

function setState(callId: string, state: ActionState): void {
  states.value = new Map(states.peek()).set(callId, state);
}

async function act(callId: string, action: ActionName, perform: () => Promise<CallView>): Promise<boolean> {
  const { running } = states.peek().get(callId) ?? idle;
  if (running !== undefined && !(action === 'hangup' && running !== 'hangup')) return false;
  setState(callId, { running: action, fault: undefined });
  try {
    takeView(await perform());
    if (states.peek().get(callId)?.running === action) setState(callId, idle);
    return true;
  } catch (error) {
    // What a hang-up overtook is no failure of its own.
    if (states.peek().get(callId)?.running !== action) return false;
    setState(callId, { running: undefined, fault: faultOf(callId, error) });
    return false;
  }
}

const faultOf = (callId: string, error: unknown): ActionState['fault'] => ({
  text: explain(error),
  status: findCall(callId)?.view.peek().status,
});

export function hangUp(callId: string): Promise<boolean> {
  const path = { call_id: callId };
  return act(callId, 'hangup', async () => {
    try {
      return await call('post', '/api/v1/calls/{call_id}/hangup', { path, repeats: true });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      // Over already, perhaps by the same press: its answer was lost.
      const view = await call('get', '/api/v1/calls/{call_id}', { path });
      if (!isOver(view.status)) throw error;
      return view;
    }
  });
}

/** @param background by the page itself: also while its stream of events is away. */
export function ringDevice(callId: string, device: string, background = false): Promise<boolean> {
  const path = { call_id: callId };
  return act(callId, 'transfer', () =>
    call('post', '/api/v1/calls/{call_id}/transfer', { path, body: { device }, background }),
  );
}

/** As the API has it. */
const digitsAtOnce = 32;

/** What was pressed while digits are on their way, by call; none are on their way in other calls. */
const pressed = signal<ReadonlyMap<string, string>>(new Map());

export const areDigitsOnTheirWay = (callId: string): boolean => pressed.value.has(callId);

function setPressed(callId: string, digits: string | undefined): void {
  const next = new Map(pressed.peek());
  if (digits === undefined) next.delete(callId);
  else next.set(callId, digits);
  pressed.value = next;
}

/**
 * The gateway answers when they have gone out. What is pressed meanwhile follows together, in its order; not after digits that could not be
 * sent, without which it would mean something else.
 */
export async function sendDigits(callId: string, digits: string): Promise<void> {
  const before = pressed.peek().get(callId);
  setPressed(callId, `${before ?? ''}${digits}`);
  if (before !== undefined) return;
  setState(callId, { ...(states.peek().get(callId) ?? idle), fault: undefined });
  try {
    for (let waiting; (waiting = pressed.peek().get(callId) ?? '') !== '';) {
      const sent = waiting.slice(0, digitsAtOnce);
      setPressed(callId, waiting.slice(sent.length));
      const path = { call_id: callId };
      takeView(await call('post', '/api/v1/calls/{call_id}/dtmf', { path, body: { digits: sent } }));
    }
  } catch (error) {
    const state = states.peek().get(callId) ?? idle;
    const status = findCall(callId)?.view.peek().status;
    // Of a call that is hung up it is no failure.
    if (state.running !== 'hangup' && status !== undefined && !isOver(status))
      setState(callId, { ...state, fault: faultOf(callId, error) });
  } finally {
    setPressed(callId, undefined);
  }
}

/** `not_a_person` also learns what was heard as a recording; `on_hold_again` learns nothing. */
export function waitAgain(callId: string, reason: 'not_a_person' | 'on_hold_again'): Promise<boolean> {
  return act(callId, 'resume-hold', () =>
    call('post', '/api/v1/calls/{call_id}/resume-hold', { path: { call_id: callId }, body: { reason } }),
  );
}
