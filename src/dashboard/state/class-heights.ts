import type { Segment } from './live-call.ts';

/** How high a class stands, as a share of the strip: the nearer to a person, the higher. */
export const classHeights: Record<Segment['type'], number> = {
  silence: 0.1,
  tone: 0.3,
  dtmf: 0.3,
  ringing: 0.42,
  music: 0.46,
  announcement: 0.64,
  ivr_prompt: 0.76,
  live_human: 1,
};
