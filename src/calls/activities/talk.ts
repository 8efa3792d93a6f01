import type { LiveCall } from '../live-call.ts';
import type { Greeting, Plan } from '../plan.ts';
import { endOf } from '../plan.ts';
import type { Leg } from '../telephony.ts';
import { waitFor } from '../waiting.ts';
import { keepSilent, untilAnswered } from './reach-far-end.ts';

/**
 * Bridges the device with the far end and stays until one of them hangs up. The far end's hang-up is the call's own affair;
 * a far end that still rings is heard by the owner meanwhile.
 */
export async function talk(
  call: LiveCall,
  { deviceId, device, greeting }: { deviceId: string; device: Leg; greeting?: Greeting },
  signal: AbortSignal,
): Promise<Plan> {
  const far = call.far as Leg;
  const deviceGone = whenGone(device);
  try {
    // A channel that plays takes no other order (ARI queues them), so the greeting ends before the bridge begins.
    const [bridge] = await Promise.all([call.openBridge(), greeting?.stop()]);
    await Promise.all([bridge.add(far), bridge.add(device)]);
    await untilAnswered(call, far, AbortSignal.any([signal, deviceGone]));
    if (!deviceGone.aborted) connected(call, deviceId, bridge.id);
    await waitFor<void>(signal, undefined, (settle) => onAbort(deviceGone, settle));
  } catch (error) {
    if (signal.aborted) await letGo(call, device, far);
    if (signal.aborted || !deviceGone.aborted) throw error;
  }
  return endOf('hangup_owner');
}

function whenGone(leg: Leg): AbortSignal {
  const gone = new AbortController();
  if (leg.state === 'gone') gone.abort();
  else leg.subscribe((event) => event.kind === 'gone' && gone.abort());
  return gone.signal;
}

function onAbort(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) act();
  signal.addEventListener('abort', act);
  return () => signal.removeEventListener('abort', act);
}

function connected(call: LiveCall, deviceId: string, bridgeId: string): void {
  call.hearing.setPhase('talking');
  if (call.ledger.status === 'connected') return; // adopted after a restart
  call.ledger.move('bridged', { deviceId }, ['transfer_complete', { device: deviceId, bridge_id: bridgeId }]);
}

/** The owner goes, the far end stays: it must not hear nothing at all. */
async function letGo(call: LiveCall, device: Leg, far: Leg): Promise<void> {
  if (call.ledger.isOver) return;
  await Promise.all([device.hangUp(), call.leaveBridge(far).then(() => keepSilent(call, far))]);
}
