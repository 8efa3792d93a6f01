/** The detector's only sample clock: 8 kHz, a frame every 20 ms, each covering the last 32 ms. */
export const sampleRateHz = 8000;
export const hopSamples = 160;
export const windowSamples = 256;
export const hopSeconds = hopSamples / sampleRateHz;

export interface Framer {
  /** Calls `onFrame` for every whole hop; the window holds samples in −1..1, oldest first. */
  push(samples: Int16Array, onFrame: (window: Float64Array, hop: number) => void): void;
}

/** Cuts any run of samples into overlapping windows, whatever the packet sizes. */
export function createFramer(): Framer {
  const window = new Float64Array(windowSamples);
  let filled = 0;
  let hop = 0;
  return {
    push(samples, onFrame) {
      let taken = 0;
      while (taken < samples.length) {
        const room = Math.min(hopSamples - filled, samples.length - taken);
        const base = windowSamples - hopSamples + filled;
        for (let n = 0; n < room; n++) window[base + n] = samples[taken + n]! / 32768;
        filled += room;
        taken += room;
        if (filled < hopSamples) return;
        onFrame(window, hop++);
        window.copyWithin(0, hopSamples);
        filled = 0;
      }
    },
  };
}
