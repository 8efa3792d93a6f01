import {
  audioClasses,
  type AudioClass,
  type CallDetector,
  type DetectorEvent,
  type DetectorOptions,
  type Observation,
  type ToneKind,
} from './types.ts';
import { wordlessClasses } from '../domain/audio-class.ts';
import type { Evidence } from './decision/evidence.ts';
import { thresholdsFor } from './decision/sensitivity.ts';
import { createFramer, hopSeconds, sampleRateHz } from './features/framing.ts';
import { createSpectralAnalyser } from './features/log-mel.ts';
import { melBands } from './features/mel-filters.ts';
import { createJudge } from './judge.ts';
import { createNetworkFactory, framesPerStep, type Network } from './network/network.ts';
import { readParameters } from './network/parameter-file.ts';
import { parameterBytes } from './network/parameters.ts';
import { createLearner } from './repetition/learner.ts';
import { Passages } from './repetition/passages.ts';
import { createRepeatedWords } from './repetition/repeated-words.ts';
import { createRepetitionTracker } from './repetition/repetition-tracker.ts';
import { createToneTracker, type HeardTone } from './tones/tone-tracker.ts';

const toneClasses: Record<ToneKind, AudioClass> = {
  ringback: 'ringing',
  dtmf: 'dtmf',
  busy: 'tone',
  congestion: 'tone',
  sit: 'tone',
  fax: 'tone',
  beep: 'tone',
};
/** The tone tracker outweighs the network: it measures frequencies, whereas the network judges similarity. */
const toneProbability = 0.95;

let factory: (() => Network) | undefined;
function newNetwork(): Network {
  factory ??= createNetworkFactory(readParameters(parameterBytes));
  return factory();
}

/** Receives every measurement before it is judged, so that a call can be judged again with other thresholds. */
export type EvidenceTap = (evidence: Evidence, tones: readonly HeardTone[]) => void;

/** The detector of one call: samples in, events out. @param passages speech whose words are known, shared with other calls. */
export function createCallDetector(
  options: DetectorOptions = {},
  tap?: EvidenceTap,
  passages = new Passages(),
): CallDetector {
  const memory = options.memory ?? [];
  const framer = createFramer();
  const analyser = createSpectralAnalyser();
  const tones = createToneTracker();
  const repetition = createRepetitionTracker(memory);
  const learner = createLearner(repetition, memory);
  const repeatedWords = createRepeatedWords(repetition, passages);
  const network = newNetwork();
  const judgement = createJudge(
    thresholdsFor(options.sensitivity ?? 0.5, options.ringsEarly),
    options.person,
  );
  const probabilities = new Float32Array(audioClasses.length);
  const stepMel = new Float32Array(melBands);
  let observation: Observation | undefined;
  /** Where the voice of the last declared person began, seconds on the sample clock. */
  let declaredFrom: number | undefined;
  let isTalk = false;
  /** It is still the person who was there at first: the network, which has not heard them before, may take them for a recording. */
  let isKnownPerson = options.person !== undefined;
  let samples = 0;
  let loudestDb = -100;
  let heardTones: HeardTone[] = [];

  function judge(at: number, mel: Float32Array, events: DetectorEvent[]): void {
    const repeat = repetition.step();
    const output = network.step(mel, repeat.similarity);
    if (!output) return;
    softmax(output.classLogits, probabilities);
    const { sounding } = tones;
    const tone = sounding === 'unnamed' ? undefined : sounding;
    if (tone) {
      for (let k = 0; k < probabilities.length; k++)
        probabilities[k] = probabilities[k]! * (1 - toneProbability);
      const index = audioClasses.indexOf(toneClasses[tone]);
      probabilities[index] = probabilities[index]! + toneProbability;
    }
    const evidence: Evidence = {
      at,
      rmsDb: loudestDb,
      mel: stepMel,
      probabilities,
      personLogit: output.personLogit,
      repeatSimilarity: repeat.similarity,
      knownSimilarity: repeat.knownSimilarity,
      knownClass: repeat.known?.audioClass,
      tone,
    };
    tap?.(evidence, heardTones);
    const happened = judgement.step(evidence, heardTones);
    const audioClass = judgement.audioClass;
    isKnownPerson &&= judgement.decision.state === 'person';
    const { personLogOdds } = judgement;
    learner.step({ at, audioClass, personLogOdds, isTalk: isTalk || isKnownPerson }, repeat);
    const again = repeatedWords.step(at, !wordlessClasses.includes(audioClass));
    if (again !== undefined) judgement.hearWords(again);
    observation = {
      at,
      audioClass,
      confidence: judgement.probabilities[audioClasses.indexOf(audioClass)]!,
      features: {
        rmsDb: loudestDb,
        personLogOdds,
        repeatSimilarity: repeat.similarity,
        knownSimilarity: repeat.knownSimilarity,
      },
      probabilities: probabilities.slice(),
    };
    for (const event of happened) {
      if (event.kind === 'person') {
        learner.personDeclared();
        repeatedWords.personDeclared(event.firstWordAt);
        declaredFrom = event.firstWordAt;
      }
      events.push(event);
    }
    heardTones = [];
    loudestDb = -100;
    stepMel.fill(0);
  }

  return {
    get decision() {
      return judgement.decision;
    },
    get observation() {
      return observation;
    },
    get lastVoicedAt() {
      return judgement.lastVoicedAt;
    },
    get repeatsWords() {
      return repeatedWords.areRepeated;
    },
    get seconds() {
      return samples / sampleRateHz;
    },
    push(frame) {
      const events: DetectorEvent[] = [];
      framer.push(frame, (window, hop) => {
        const at = (hop + 1) * hopSeconds;
        const spectral = analyser.analyse(window);
        loudestDb = Math.max(loudestDb, spectral.rmsDb);
        for (const heard of tones.step(window, spectral, at)) {
          if (heard.tone === 'beep' && judgement.musicPlays) continue;
          heardTones.push(heard);
          events.push({ kind: 'tone', ...heard });
        }
        repetition.frame(spectral.mel);
        for (let band = 0; band < melBands; band++)
          stepMel[band] = stepMel[band]! + spectral.mel[band]! / framesPerStep;
        if ((hop + 1) % framesPerStep === 0) judge(at, spectral.mel, events);
        else network.step(spectral.mel, 0.5);
      });
      samples += frame.length;
      return events;
    },
    setPhase(phase) {
      isTalk = phase === 'talking';
      judgement.setPhase(phase);
    },
    setSpeaking(isSpeaking) {
      judgement.setSpeaking(isSpeaking, samples / sampleRateHz);
    },
    hearWords(words) {
      // No person repeats themselves with exactly the same sound, and a person's words are not kept.
      const isPerson = judgement.decision.state === 'person';
      repeatedWords.hear(words, samples / sampleRateHz, !isPerson && !isTalk);
      // Sound without words is no evidence, but need not be understood again either.
      if (words.text !== '' || !words.isFinal) judgement.hearWords(words);
    },
    rejectPerson() {
      const at = samples / sampleRateHz;
      const voiceFrom = judgement.reject(at, 'the owner said that this was not a person');
      learner.learnRejected(Math.min(voiceFrom, declaredFrom ?? voiceFrom), at);
      declaredFrom = undefined;
    },
    personLeft() {
      const at = samples / sampleRateHz;
      judgement.reject(at, 'the owner said that the call is on hold again');
      learner.personDeclared();
      declaredFrom = undefined;
    },
    learned() {
      return learner.learned();
    },
  };
}

function softmax(logits: Float32Array, into: Float32Array): void {
  let highest = -Infinity;
  for (let k = 0; k < logits.length; k++) highest = Math.max(highest, logits[k]!);
  let sum = 0;
  for (let k = 0; k < logits.length; k++) {
    into[k] = Math.exp(logits[k]! - highest);
    sum += into[k]!;
  }
  for (let k = 0; k < logits.length; k++) into[k] = into[k]! / sum;
}
