import type { Evidence } from './evidence.ts';

/** The parts of the evidence for a person, in log-odds; their sum is what the threshold is compared with. */
export interface PersonEvidence {
  model: number;
  repetition: number;
  words: number;
  tone: number;
  total: number;
}

/** Beyond this the network is no better calibrated; measured in the feasibility study and kept. */
const clippedLogOdds = 6;
/**
 * Agreement with a recording of an earlier call from which on it is that recording. New voices reached at most 0.64
 * in the labelled calls, repeated announcements at least 0.76 (see docs/detection.md).
 */
const knownFrom = 0.69;
const repeatedFrom = 0.75;
const recordedLogOdds = -8;
/** What counts against a person when this call already played the same sound. */
const repeatedLogOdds = -4;

export function weighEvidence(evidence: Evidence, wordLogOdds: number, into: PersonEvidence): void {
  into.model = Math.max(-clippedLogOdds, Math.min(clippedLogOdds, evidence.personLogit));
  into.repetition =
    evidence.knownSimilarity > knownFrom
      ? recordedLogOdds
      : evidence.repeatSimilarity > repeatedFrom
        ? repeatedLogOdds
        : 0;
  into.words = wordLogOdds;
  // A network progress tone is no person whatever the network thinks of it; a lone beep often precedes one.
  into.tone = evidence.tone === undefined || evidence.tone === 'beep' ? 0 : recordedLogOdds;
  into.total = Math.max(
    -clippedLogOdds,
    Math.min(clippedLogOdds, into.model + into.repetition + into.words + into.tone),
  );
}
