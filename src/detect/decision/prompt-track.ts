import type { SpeechActivity } from './speech-activity.ts';

export interface PromptTrack {
  /** Returns where the prompt began, seconds, once it has ended. */
  step(speech: SpeechActivity): number | undefined;
}

/** A menu pauses up to half a second between its options; a longer pause is its end. */
const endPauseSeconds = 0.8;
const shortestSeconds = 0.4;

export function createPromptTrack(): PromptTrack {
  let startedAt: number | undefined;
  let voicedSeconds = 0;
  return {
    step(speech) {
      if (speech.pauseSeconds === 0 && speech.voicedSeconds > 0) {
        startedAt ??= speech.startedAt;
        voicedSeconds = Math.max(voicedSeconds, speech.voicedSeconds);
      }
      if (startedAt === undefined || speech.pauseSeconds < endPauseSeconds) return undefined;
      const began = startedAt;
      const spoken = voicedSeconds;
      startedAt = undefined;
      voicedSeconds = 0;
      return spoken >= shortestSeconds ? began : undefined;
    },
  };
}
