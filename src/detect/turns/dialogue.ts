import type { ListeningPhase } from '../types.ts';
import { createOwnWords } from './own-words.ts';
import { createTurnTrack, type Turn, type TurnStep, type TurnTrack } from './turn-track.ts';

/** Whose turn it is to speak, and what follows when Holdfast says something; independent of how alive a voice sounds. */
export interface Dialogue {
  setPhase(phase: ListeningPhase): void;
  setSpeaking(isSpeaking: boolean, at: number): void;
  /** The owner said that there is no person. */
  refuse(at: number): void;
  isEcho(rmsDb: number, at: number): boolean;
  step(step: TurnStep): { asks: Turn | undefined; person: string | undefined };
}

/** An agent who is asked again and again notices that it is a machine. */
const betweenSeconds = 20;
/** Shorter than any hello. */
const shortestTurnSeconds = 0.25;
/** Before any music, a voice may be the menu's. */
const holdMusicSeconds = 3;
/** Share of a turn that may sound like a menu prompt: a menu might take our words for its input. */
const maxPromptShare = 0.5;
const knownSeconds = 0.3;

export function createDialogue(): Dialogue {
  const turns = createTurnTrack();
  const words = createOwnWords(turns);
  let phase: ListeningPhase = 'answering';
  let refusedAt = -Infinity;

  return {
    setPhase: (next) => (phase = next),
    setSpeaking: (isSpeaking, at) => words.set(isSpeaking, at),
    refuse(at) {
      refusedAt = at;
      words.settle(); // the silence of a recording that was greeted would show a person again within seconds
    },
    isEcho: (rmsDb, at) => words.isEcho(rmsDb, at),
    step(step) {
      const ended = turns.step(step);
      const person = words.step(step);
      const silentSeconds = Math.min(words.silentSeconds(step.at), step.at - refusedAt);
      const asks =
        ended !== undefined &&
        phase === 'holding' &&
        silentSeconds >= betweenSeconds &&
        isWorthAsking(ended, turns);
      return { asks: asks ? ended : undefined, person };
    },
  };
}

/** Whether to ask: a person, or a recording, which does not mind; never a menu or a known recording. */
function isWorthAsking(turn: Turn, turns: TurnTrack): boolean {
  return (
    turns.musicSeconds >= holdMusicSeconds &&
    turns.quietSeconds > 0 &&
    turn.voicedSeconds >= shortestTurnSeconds &&
    turn.knownSeconds < knownSeconds &&
    !turn.isKnown &&
    turn.promptSeconds < maxPromptShare * turn.voicedSeconds
  );
}
