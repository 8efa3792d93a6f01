import { describeError } from '../../domain/errors.ts';
import type { LiveCall } from '../live-call.ts';
import type { Bridge, Leg } from '../telephony.ts';
import { countAudio } from './leg-audio.ts';

/**
 * Sends silence to the owner's phone while the far end sends nothing, as when it holds the call without music: some phones hang up after
 * 30 s without audio. It is mixed in, so the first word of the far end is heard.
 * @returns the function that ends this.
 */
export function fillSilence(call: LiveCall, far: Leg, bridge: Bridge): () => void {
  const over = new AbortController();
  const fill = (isOn: boolean): Promise<void> =>
    bridge.fill(isOn).catch((error: unknown) =>
      call.needs.log.warn('silence to the phone did not begin, or did not end', {
        call: call.id,
        error: describeError(error),
      }),
    );
  const watch = async (): Promise<void> => {
    for await (const { silentSeconds } of countAudio(call, far, over.signal)) await fill(silentSeconds > 0);
  };
  // It ends with the talk alone. A call that is over destroys its bridge.
  void watch().catch(() => (call.ledger.isOver ? undefined : fill(false)));
  return () => over.abort();
}
