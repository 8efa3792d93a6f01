import type { Log } from '../log/log.ts';
import { AudioFanOut, type AudioSubscriber } from './audio-fan-out.ts';

/** Frames of the owner that wait for the far end's: more is sound that came while nothing came from there. */
const mostWaiting = 10;

/**
 * Both sides of a call as stereo, the owner left and the far end right, as in recordings. The far end is the clock: it is heard for as
 * long as the call is; the owner is silent where nothing of him has come.
 * @returns the function that ends it.
 */
export function hearBothSides(
  { far, near, log }: { far: AudioFanOut; near: AudioFanOut; log: Log },
  subscriber: AudioSubscriber,
  queueFrames?: number,
): () => void {
  const both = new AudioFanOut(log);
  const waiting: Int16Array[] = [];
  const { name } = subscriber;
  const leaves = [
    both.subscribe(subscriber, queueFrames),
    near.subscribe({
      name,
      take: (frame) => {
        if (waiting.push(frame) > mostWaiting) waiting.shift();
      },
    }),
    far.subscribe({ name, take: (frame) => both.push(interleaved(waiting.shift(), frame)) }),
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
