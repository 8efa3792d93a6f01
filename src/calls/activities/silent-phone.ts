import { isSipPhone } from '../../domain/device.ts';
import type { LiveCall } from '../live-call.ts';
import type { Leg } from '../telephony.ts';
import { countAudio } from './leg-audio.ts';

/** Without any audio for so long, a phone is asked, or lost. */
const silentSecondsAtFirst = 10;
/** It may be muted for long. */
const againSeconds = 60;

/**
 * A phone that sends no audio may be muted. It may also have been restarted, or answer no OPTIONS and have lost its network; then nothing
 * else shows that the far end talks to nobody. So it is asked within the call: the leg of one that does not know of it ends. One that has
 * registered from another address since its last audio is lost: a request to its old address does not reach it, and over a broken TCP
 * connection Asterisk does not even notice that.
 * @param act is called when it is lost. @returns the function that ends this.
 */
export function watchSilence(call: LiveCall, deviceId: string, leg: Leg, act: () => void): () => void {
  const over = new AbortController();
  let packetsAtMove: number | undefined;
  const leave = call.needs.onDeviceMove((id) => {
    if (id === deviceId) void leg.packetsReceived().then((packets) => (packetsAtMove = packets));
  });
  let reported: string | undefined;
  const whenSilent = async (packets: number): Promise<void> => {
    if (packets === 0) {
      const why = await leg.whyUnheard();
      if (why !== undefined && why !== reported)
        call.needs.log.warn('a phone is not heard', { call: call.id, device: deviceId, why });
      reported = why ?? reported;
    }
    if (packets === packetsAtMove) act();
    else await leg.ask();
  };
  void watch(call, { deviceId, leg, whenSilent }, over.signal).catch(() => undefined); // the talk is over; `talk` logs unreadable devices
  return () => {
    leave();
    over.abort();
  };
}

interface Watched {
  deviceId: string;
  leg: Leg;
  whenSilent: (packets: number) => Promise<void>;
}

async function watch(
  call: LiveCall,
  { deviceId, leg, whenSilent }: Watched,
  signal: AbortSignal,
): Promise<void> {
  if (!(await isPhone(call, deviceId))) return;
  let actAtSeconds = silentSecondsAtFirst;
  for await (const { packets, silentSeconds } of countAudio(call, leg, signal, () => leg.isHolding)) {
    if (silentSeconds === 0) actAtSeconds = silentSecondsAtFirst;
    if (packets === undefined || silentSeconds < actAtSeconds) continue;
    actAtSeconds = silentSeconds + againSeconds;
    await whenSilent(packets);
  }
}

/** A browser shows by its socket that it is there, and a carrier need not understand the question. */
async function isPhone({ needs }: LiveCall, deviceId: string): Promise<boolean> {
  const device = (await needs.devices()).find(({ id }) => id === deviceId);
  return device !== undefined && isSipPhone(device.type);
}
