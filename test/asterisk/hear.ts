import type { AsteriskSide } from '../../src/asterisk/index.ts';
import type { Ear, Leg } from '../../src/calls/telephony.ts';

/** Opens an ear on a leg, as a call does, and takes its audio here; without detection. */
export function hear(
  side: Pick<AsteriskSide, 'telephony' | 'media'>,
  leg: Leg,
  onFrame?: (frame: Int16Array) => void,
): Promise<Ear> {
  const listener = side.media.createListener(undefined);
  if (onFrame !== undefined) {
    listener.follow({ heard: () => undefined, frame: onFrame });
    listener.relay('everything');
  }
  return side.telephony.listen(leg, listener);
}
