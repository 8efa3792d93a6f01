import { describeError } from '../../domain/errors.ts';
import type { LiveCall } from '../live-call.ts';
import type { Leg } from '../telephony.ts';

/** By then a carrier that announces audio before the answer has sent some. */
const audioBeginsMs = 1000;

/**
 * Lets the owner hear the call ring where nobody else does: Asterisk does so after a 180, and a carrier may send audio after a 183, but
 * some send none, and none comes after a 181 or 182. Audio of the far end ends the tone.
 * @returns the function that ends this.
 */
export function ringUntilHeard(call: LiveCall, far: Leg, device: Leg): () => void {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let rings = false;
  const ring = (isOn: boolean): void => {
    rings = isOn;
    device
      .ringback(isOn)
      .catch((error: unknown) =>
        call.needs.log.warn('the owner hears no ringing', { call: call.id, error: describeError(error) }),
      );
  };
  const ringIfSilent = async (): Promise<void> => {
    // Asterisk counts none before it has agreed on audio with the carrier.
    const packets = (await far.packetsReceived()) ?? 0;
    if (packets === 0 && !rings && !over.signal.aborted && far.state === 'dialling') ring(true);
  };
  const look = (): void => {
    timer ??= setTimeout(() => void ringIfSilent(), audioBeginsMs).unref();
  };
  if (far.underWay !== undefined || far.hasEarlyMedia) look();
  const leave = far.subscribe(({ kind }) => {
    if (kind === 'under_way' || kind === 'early_media') look();
  });
  return () => {
    over.abort();
    leave();
    clearTimeout(timer);
    if (rings) ring(false);
  };
}
