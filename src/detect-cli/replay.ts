import type { Evidence } from '../detect/decision/evidence.ts';
import type { Thresholds } from '../detect/decision/sensitivity.ts';
import type { DetectorEvent } from '../detect/index.ts';
import { createJudge } from '../detect/judge.ts';
import type { HeardTone } from '../detect/tones/tone-tracker.ts';
import { createTeller, type TimelyWords } from './timely-words.ts';
import { createStandIn } from './stand-in.ts';

/** What was measured in a call, to be judged with other thresholds. */
export type Recording = { evidence: Evidence; tones: readonly HeardTone[] }[];

/** What was measured in a call, and what was said in it. */
export interface Measured {
  recording: Recording;
  words: readonly TimelyWords[];
}

/** Copies a step of evidence, since the next one overwrites its arrays. */
export function keepStep(into: Recording, evidence: Evidence, tones: readonly HeardTone[]): void {
  const kept = { ...evidence, mel: evidence.mel.slice(), probabilities: evidence.probabilities.slice() };
  into.push({ evidence: kept, tones });
}

const packetSeconds = 0.02;

/** Decides about a call that was heard before, with the same result as hearing it again, at a thousandth of the work. */
export function replay(
  { recording, words }: Measured,
  thresholds: Thresholds,
  asksBack = false,
): DetectorEvent[] {
  const judge = createJudge(thresholds);
  judge.setPhase('holding');
  const tell = createTeller(words);
  let seconds = 0;
  const standIn = createStandIn(
    {
      get seconds() {
        return seconds;
      },
      setSpeaking: (isSpeaking) => judge.setSpeaking(isSpeaking, seconds),
      rejectPerson: () => undefined,
    },
    { asksBack },
  );
  return recording.flatMap(({ evidence, tones }) => {
    // The stand-in acts between two steps as well, with each packet.
    for (seconds += packetSeconds; seconds < evidence.at - packetSeconds / 2; seconds += packetSeconds)
      standIn.notice([]);
    seconds = evidence.at;
    for (const heard of tell(seconds)) judge.hearWords(heard);
    const events = judge.step(evidence, tones);
    standIn.notice(events);
    return events;
  });
}
