import type { TurnStep, TurnTrack } from './turn-track.ts';

/**
 * What Holdfast says to the far end, and what follows: a person answers or waits, a recording goes on at its own pace or its music
 * comes back.
 */
export interface OwnWords {
  /** Holdfast starts or stops speaking. */
  set(isSpeaking: boolean, at: number): void;
  /** Whether sound at this level is only the echo of Holdfast's words. */
  isEcho(rmsDb: number, at: number): boolean;
  /** Seconds since Holdfast last spoke; 0 while it speaks. */
  silentSeconds(at: number): number;
  /** @returns why there is a person, at most once for each time Holdfast spoke. */
  step(step: TurnStep): string | undefined;
  /** What follows the words so far proves nothing: it is known who is there. */
  settle(): void;
}

/** An echo comes back soon, and is weaker than the voice of a person there. */
const echoBelowDb = 15;
const echoTailSeconds = 0.4;
/** A person who keeps talking while we speak is louder than the echo again within this time. */
const syllablesSeconds = 0.5;
/** Somebody who begins this long before our last word has heard enough to answer. */
const earlyReplySeconds = 0.5;
/** A voice that begins later is not a reply. */
const replyWithinSeconds = 6;
const replyVoiceSeconds = 0.32;
/** Share of the time since we began that must be silent before a reply: a person listens, a recording goes on. */
const listenedShare = 0.8;
/** No recording that music follows stays silent this long after its voice and after our words. */
const waitsSeconds = 3.5;
const waitsAfterUsSeconds = 1;
/** `Yes`, `thank you`, `all right, I'll wait`; announcements are longer. */
const shortWordSeconds = 2.5;
/** If recordings pause before their music comes back, silence must last this many times longer. */
const beyondRecordings = 1.5;
/** A queue without music is silent anyway; a line that rang after the music may be voicemail. */
const holdMusicSeconds = 3;
/** Music this long is back. */
const musicBackSeconds = 0.5;

export function createOwnWords(turns: TurnTrack): OwnWords {
  let isSpeaking = false;
  let startedAt = -Infinity;
  let endedAt = -Infinity;
  let isOpen = false;
  let loudestDb = 0;
  let aboveEchoAt = -Infinity;
  let musicSecondsBefore = 0;

  function answers({ at, speech }: TurnStep): string | undefined {
    const reply = turns.current;
    if (reply === undefined || speech.lastVoicedAt !== at) return undefined;
    const afterSeconds = reply.startedAt - endedAt;
    if (afterSeconds < -earlyReplySeconds || afterSeconds > replyWithinSeconds) return undefined;
    if (reply.afterQuietSeconds < listenedShare * (reply.startedAt - startedAt)) return undefined;
    if (reply.voicedSeconds - reply.knownSeconds < replyVoiceSeconds) return undefined;
    return `answered what was said to them, after ${Math.max(0, afterSeconds).toFixed(1)} s`;
  }

  function hasShortWord(): boolean {
    const { current } = turns;
    return (
      current !== undefined &&
      current.startedAt > startedAt &&
      current.voicedSeconds <= shortWordSeconds &&
      current.knownSeconds < replyVoiceSeconds
    );
  }

  function waits({ at }: TurnStep): string | undefined {
    if (turns.musicSeconds < holdMusicSeconds || turns.rangSinceMusic) return undefined;
    const sinceUs = at - endedAt;
    if (sinceUs < waitsAfterUsSeconds) return undefined;
    // A later silence says nothing about the person we spoke to, unless it follows a word or two, said in answer while we spoke.
    if (turns.quietSeconds < sinceUs - earlyReplySeconds && !hasShortWord()) return undefined;
    const enough = Math.max(waitsSeconds, beyondRecordings * turns.recordingsPauseSeconds);
    if (turns.quietSeconds < enough) return undefined;
    return `waits for an answer: ${turns.quietSeconds.toFixed(1)} s of silence, no music came back`;
  }

  return {
    set(speaks, at) {
      if (speaks === isSpeaking) return;
      isSpeaking = speaks;
      if (!speaks) {
        endedAt = at;
        return;
      }
      startedAt = at;
      isOpen = turns.current !== undefined;
      loudestDb = turns.current?.loudestDb ?? 0;
      aboveEchoAt = turns.current?.endedAt ?? -Infinity;
      musicSecondsBefore = turns.musicSeconds;
    },
    isEcho(rmsDb, at) {
      if (!isSpeaking && at - endedAt >= echoTailSeconds) return false;
      if (rmsDb >= loudestDb - echoBelowDb) aboveEchoAt = at;
      return at - aboveEchoAt > syllablesSeconds;
    },
    silentSeconds: (at) => (isSpeaking ? 0 : at - endedAt),
    settle() {
      isOpen = false;
    },
    step(step) {
      if (!isOpen) return undefined;
      if (turns.musicSeconds - musicSecondsBefore >= musicBackSeconds || step.tone !== undefined) {
        isOpen = false;
        return undefined;
      }
      if (isSpeaking) return undefined;
      const reason = answers(step) ?? waits(step);
      const isOver = step.at - endedAt > 2 * replyWithinSeconds;
      if (reason !== undefined || isOver) isOpen = false;
      return reason;
    },
  };
}
