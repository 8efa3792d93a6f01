import type { AudioClass, Decision, DetectorEvent, ListeningPhase } from '../types.ts';
import type { Evidence } from './evidence.ts';
import { createSpeechActivity } from './speech-activity.ts';

export interface CallState {
  step(evidence: Evidence): DetectorEvent[];
  readonly decision: Decision;
  setPhase(phase: ListeningPhase): void;
  reject(at: number): void;
}

/** Music this long is holding; shorter may be a jingle in a greeting. */
const holdMusicSeconds = 4;
/** Quiet this long after a prompt is a queue without music. */
const holdSilenceSeconds = 10;
const promptEndPauseSeconds = 0.7;
const shortestPromptSeconds = 0.4;
/** A class must last this long to be told. */
const classSettlesSeconds = 0.4;
const rearmLogOdds = -0.5;
const rearmSeconds = 3;
const averageSeconds = 0.3;
const clippedLogOdds = 6;

export function createCallState(thresholdLogOdds: number): CallState {
  const speech = createSpeechActivity();
  let decision: Decision = { state: 'unknown', since: 0, confidence: 0, reason: 'nothing heard yet' };
  let average = -3;
  let lastAt = 0;
  let belowSince = 0;
  let candidate: AudioClass | undefined;
  let candidateSince = 0;
  let told: AudioClass | undefined;
  let musicSeconds = 0;
  let musicEndedAt = -1;
  let ringbackEndedAt = -1;
  let promptEnded = true;
  let spokenBefore = false;

  function become(state: Decision['state'], at: number, confidence: number, reason: string): void {
    if (decision.state !== state) decision = { state, since: at, confidence, reason };
    else decision = { ...decision, confidence, reason };
  }

  function noteClass(evidence: Evidence, events: DetectorEvent[]): void {
    if (evidence.audioClass !== candidate) {
      candidate = evidence.audioClass;
      candidateSince = evidence.at;
    }
    if (candidate === told || evidence.at - candidateSince < classSettlesSeconds) return;
    told = candidate;
    events.push({
      kind: 'class',
      at: evidence.at,
      audioClass: told,
      confidence: evidence.confidence,
      features: {
        rmsDb: evidence.rmsDb,
        personLogOdds: evidence.personLogOdds,
        repeatSimilarity: evidence.repeatSimilarity,
      },
    });
  }

  function notePrompt(evidence: Evidence, events: DetectorEvent[]): void {
    if (speech.pauseSeconds === 0 && speech.voicedSeconds >= shortestPromptSeconds) {
      promptEnded = false;
      spokenBefore = true;
    }
    if (promptEnded || speech.pauseSeconds < promptEndPauseSeconds) return;
    promptEnded = true;
    events.push({ kind: 'prompt_end', at: evidence.at, startedAt: speech.startedAt });
  }

  function noteHold(evidence: Evidence, elapsed: number, events: DetectorEvent[]): void {
    if (evidence.audioClass === 'music') {
      musicSeconds += elapsed;
      musicEndedAt = evidence.at;
    } else if (evidence.at - musicEndedAt > 1) musicSeconds = 0;
    if (decision.state === 'holding' || decision.state === 'person') return;
    const silentQueue =
      spokenBefore && speech.pauseSeconds >= holdSilenceSeconds && evidence.audioClass === 'silence';
    if (musicSeconds < holdMusicSeconds && !silentQueue) return;
    const reason = silentQueue
      ? `${Math.round(speech.pauseSeconds)} s of quiet after a prompt`
      : 'music plays';
    become('holding', evidence.at, evidence.confidence, reason);
    events.push({
      kind: 'hold',
      at: evidence.at,
      audioClass: evidence.audioClass,
      confidence: evidence.confidence,
    });
  }

  function notePerson(evidence: Evidence, elapsed: number, events: DetectorEvent[]): void {
    const clipped = Math.max(-clippedLogOdds, Math.min(clippedLogOdds, evidence.personLogOdds));
    average += (clipped - average) * Math.min(1, elapsed / averageSeconds);
    if (average > rearmLogOdds) belowSince = evidence.at;
    if (decision.state === 'person') {
      if (evidence.at - belowSince > rearmSeconds)
        become(
          evidence.audioClass === 'music' ? 'holding' : 'unknown',
          evidence.at,
          0.5,
          'the person is gone',
        );
      return;
    }
    if (average < thresholdLogOdds || speech.lastVoicedAt < 0) return;
    const confidence = 1 / (1 + Math.exp(-average));
    const reason = describe(evidence.at);
    become('person', evidence.at, confidence, reason);
    events.push({ kind: 'person', at: evidence.at, firstWordAt: speech.startedAt, confidence, reason });
  }

  function describe(at: number): string {
    const parts: string[] = [];
    if (musicEndedAt > 0 && speech.startedAt - musicEndedAt < 10)
      parts.push(`music stopped ${Math.max(0, speech.startedAt - musicEndedAt).toFixed(1)} s before`);
    if (ringbackEndedAt > 0 && at - ringbackEndedAt < 15) parts.push('after ringback');
    parts.push(`voice for ${speech.voicedSeconds.toFixed(1)} s`);
    if (speech.pauseSeconds > 0.3) parts.push(`${speech.pauseSeconds.toFixed(1)} s pause`);
    return parts.join('; ');
  }

  return {
    get decision() {
      return decision;
    },
    setPhase() {},
    reject(at) {
      average = -clippedLogOdds;
      become('holding', at, 1, 'the owner said that this was no person');
    },
    step(evidence) {
      const events: DetectorEvent[] = [];
      const elapsed = Math.max(0, evidence.at - lastAt);
      lastAt = evidence.at;
      speech.step(
        evidence.at,
        evidence.rmsDb,
        evidence.tone === undefined && evidence.audioClass !== 'music',
      );
      noteClass(evidence, events);
      notePrompt(evidence, events);
      if (evidence.tone === 'ringback') {
        ringbackEndedAt = evidence.at;
        if (decision.state !== 'ringing') become('ringing', evidence.at, 0.9, 'ringback');
        average = Math.min(average, -2);
      } else if (
        decision.state === 'ringing' &&
        evidence.at - ringbackEndedAt > 0.5 &&
        told === 'announcement'
      )
        become('prompt', evidence.at, evidence.confidence, 'a voice after ringback');
      noteHold(evidence, elapsed, events);
      notePerson(evidence, elapsed, events);
      return events;
    },
  };
}
