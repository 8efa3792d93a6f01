import type { Log } from '../../log/log.ts';
import { AudioFanOut, type AudioSubscriber } from './audio-fan-out.ts';

/** How many frames of one side may wait for the other's: a busy machine delivers half a second of one side, then of the other. */
const maxWaiting = 30;

/**
 * Both sides of a call as stereo, the owner left and the far end right, as in recordings. The far end sets the time, because it is heard
 * for as long as the call lasts. The owner's channel is silent wherever no audio of the owner has arrived.
 * @returns the function that ends it.
 */
export function hearBothSides(
  { far, near, log }: { far: AudioFanOut; near: AudioFanOut; log: Log },
  subscriber: AudioSubscriber,
  queueFrames?: number,
): () => void {
  const both = new AudioFanOut(log);
  const owners: Int16Array[] = [];
  const others: Int16Array[] = [];
  /** Frames of the far end since the owner's last one: nothing waits for an owner who is not there. */
  let alone = maxWaiting;
  const pushPairs = (): void => {
    while (others.length > 0 && (owners.length > 0 || alone >= maxWaiting))
      both.push(interleaved(owners.shift(), others.shift()!));
  };
  const { name } = subscriber;
  const leaves = [
    both.subscribe(subscriber, queueFrames),
    near.subscribe({
      name,
      take: (frame) => {
        alone = 0;
        if (owners.push(frame) > maxWaiting) owners.shift();
        pushPairs();
      },
    }),
    far.subscribe({
      name,
      take: (frame) => {
        alone += 1;
        others.push(frame);
        pushPairs();
      },
    }),
  ];
  return () => leaves.forEach((leave) => leave());
}

function interleaved(left: Int16Array | undefined, right: Int16Array): Int16Array {
  const stereo = new Int16Array(2 * right.length);
  right.forEach((sample, n) => {
    stereo[2 * n] = left?.[n] ?? 0;
    stereo[2 * n + 1] = sample;
  });
  return stereo;
}
