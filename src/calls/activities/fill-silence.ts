import { describeError } from '../../domain/errors.ts';
import type { LiveCall } from '../live-call.ts';
import type { AnsweredDevice } from '../plan.ts';
import type { Bridge, Leg } from '../telephony.ts';
import { countAudio } from './leg-audio.ts';

/**
 * Sends silence to both sides of a talk while one of them sends nothing: the far end may hold the call without music, and some phones hang
 * up after 30 s without audio; a muted phone may send nothing, and some carriers drop a call after ten seconds of that. It is mixed in, so
 * the first word is heard.
 * @returns the function that ends this.
 */
export function fillSilence(
  call: LiveCall,
  { far, device }: { far: Leg; device: AnsweredDevice },
  bridge: Bridge,
): () => void {
  const over = new AbortController();
  const silent = new Set<Leg>();
  const fill = (isOn: boolean): Promise<void> =>
    bridge.fill(isOn).catch((error: unknown) =>
      call.needs.log.warn('silence in a talk did not begin, or did not end', {
        call: call.id,
        error: describeError(error),
      }),
    );
  const watch = async (leg: Leg, isExcused?: () => boolean): Promise<void> => {
    for await (const { silentSeconds } of countAudio(call, leg, over.signal, isExcused)) {
      if (silentSeconds > 0) silent.add(leg);
      else silent.delete(leg);
      await fill(silent.size > 0);
    }
  };
  const watchDevice = async ({ deviceId, leg }: AnsweredDevice): Promise<void> => {
    const hasMusic = await bringsMusic(call, deviceId).catch(() => true); // `talk` logs unreadable devices
    await watch(leg, () => hasMusic && leg.isHolding);
  };
  // It ends with the talk alone. A call that is over destroys its bridge.
  void Promise.allSettled([watch(far), watchDevice(device)]).then(() =>
    call.ledger.isOver ? undefined : fill(false),
  );
  return () => over.abort();
}

/** While a phone or a browser holds the call, the far end hears Asterisk's music. A number behind the trunk brings none. */
async function bringsMusic({ needs }: LiveCall, deviceId: string): Promise<boolean> {
  const device = (await needs.devices()).find(({ id }) => id === deviceId);
  return device?.type !== 'external';
}
