import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFramer } from '../../src/detect/features/framing.ts';
import { createSpectralAnalyser } from '../../src/detect/features/log-mel.ts';
import { createBank, plainStep } from '../../src/detect/repetition/bank.ts';
import { packFingerprints, unpackFingerprints } from '../../src/detect/repetition/fingerprint.ts';
import { createLearner, type Learner } from '../../src/detect/repetition/learner.ts';
import {
  createRepetitionTracker,
  type RepetitionTracker,
} from '../../src/detect/repetition/repetition-tracker.ts';
import { type AudioClass, createCallDetector, type KnownRecording } from '../../src/detect/index.ts';
import { isSameSound } from '../../src/detect/repetition/same-sound.ts';
import type { ListeningPhase } from '../../src/detect/types.ts';
import { babble, chance, join, noise, silence, throughLine, tone } from './sounds.ts';

interface Point {
  at: number;
  similarity: number;
  known: number;
  /** The id of the known recording that fits best. */
  recording: string | undefined;
}

function track(
  samples: Int16Array,
  memory: readonly KnownRecording[] = [],
  each?: (tracker: RepetitionTracker, at: number, learner: Learner) => void,
): Point[] {
  const framer = createFramer();
  const analyser = createSpectralAnalyser();
  const tracker = createRepetitionTracker(memory);
  const learner = createLearner(tracker, memory);
  const points: Point[] = [];
  framer.push(samples, (window, hop) => {
    tracker.frame(analyser.analyse(window).mel);
    if ((hop + 1) % 4 !== 0) return;
    const { similarity, knownSimilarity, known } = tracker.step();
    const at = (hop + 1) * 0.02;
    points.push({ at, similarity, known: knownSimilarity, recording: known?.id });
    each?.(tracker, at, learner);
  });
  return points;
}

const highest = (points: Point[], from: number, to: number, of: (point: Point) => number) =>
  Math.max(...points.filter((point) => point.at > from && point.at < to).map(of));

/** Remembers 4 s of sound as an announcement. */
function recordingOf(samples: Int16Array): KnownRecording {
  let words: { words: Uint32Array; valid: Uint8Array } | undefined;
  track(samples, [], (tracker) => (words = tracker.recent(4)));
  return {
    id: 'a',
    audioClass: 'announcement',
    fingerprint: packFingerprints(words!.words, words!.valid),
    seconds: 4,
    timesHeard: 1,
    lastHeardAt: 0,
  };
}

const test = suite('repetition');

test('an announcement of every half minute stays known through twenty minutes of music that never repeats', () => {
  const tracker = createRepetitionTracker([]);
  const framesPerSecond = 50;
  const mels = (seed: number, seconds: number): Float32Array[] => {
    const next = chance(seed);
    let mel = Float32Array.from({ length: 40 }, () => next() * 6);
    return Array.from({ length: seconds * framesPerSecond }, () => {
      mel = mel.map((value) => value * 0.7 + next() * 2);
      return mel;
    });
  };
  const announcement = mels(1, 8);
  const similarities: number[] = [];
  for (let round = 0; round < 40; round++) {
    let last = 0;
    for (const [index, mel] of [...mels(round + 2, 22), ...announcement].entries()) {
      tracker.frame(mel);
      if (index % 4 === 3) last = tracker.step().similarity;
    }
    similarities.push(last);
  }
  const forgotten = similarities.flatMap((similarity, round) =>
    round > 0 && similarity < 0.8 ? [round] : [],
  );
  assert.equal(forgotten, [], `similarities ${similarities.map((each) => each.toFixed(2)).join(' ')}`);
});

test('what is heard again is known again, through another level, noise and G.711', () => {
  const announcement = babble(5, 3);
  const call = join(announcement, noise(6, 0.01, 5), throughLine(announcement, 0.4, 0.004, 8), silence(1));
  const points = track(call);
  assert.ok(highest(points, 1, 10.9, (point) => point.similarity) < 0.72, 'nothing was repeated before');
  assert.ok(highest(points, 13, 16, (point) => point.similarity) > 0.8, 'the announcement came again');
});

test('it is known again over music that was not there before', () => {
  const announcement = babble(6, 3);
  const music = tone([262, 330, 392], 6, 0.02);
  const over = announcement.map((sample, n) => Math.max(-32768, Math.min(32767, sample + music[n]!)));
  const points = track(join(announcement, noise(5, 0.01, 2), over));
  assert.ok(highest(points, 13, 17, (point) => point.similarity) > 0.75);
});

test('a recording that was known before its pause is known from the first word after it', () => {
  const greeting = join(babble(4, 3), silence(2), babble(4, 4));
  let words: { words: Uint32Array; valid: Uint8Array } | undefined;
  track(greeting, [], (tracker) => (words = tracker.recent(10)));
  const { words: bits, valid } = words!;
  const known = { ...recordingOf(greeting), fingerprint: packFingerprints(bits, valid), seconds: 10 };
  const points = track(join(silence(1), greeting), [known]);
  const after = points.filter(({ at }) => at > 7.1 && at < 7.6).map((point) => point.known);
  assert.ok(Math.min(...after) > 0.69, `${after.join(' ')}`);
  const other = track(join(silence(1), babble(4, 3), silence(2), babble(4, 9)), [known]);
  assert.ok(highest(other, 8.5, 10.5, (point) => point.known) < 0.69, 'other words after it are not');
});

test('the quiet after a known menu is not taken for the recording that was learned after it', () => {
  const menu = babble(4, 9);
  const music: KnownRecording = { ...recordingOf(tone([440, 550], 4)), id: 'b', audioClass: 'music' };
  const points = track(join(noise(2, 0.005, 3), menu, silence(6)), [recordingOf(menu), music]);
  assert.ok(highest(points, 4, 6, (point) => point.known) > 0.75);
  assert.equal(
    points.filter(({ recording }) => recording === 'b').map(({ at }) => at),
    [],
  );
});

test('what is refused is learned from before its first word to its end, not only what was said last', () => {
  const call = join(noise(4, 0.01, 1), babble(3, 3), silence(1), babble(8, 4), silence(3));
  let learner: Learner | undefined;
  track(call, [], (_tracker, at, each) => {
    learner = each;
    const isQuiet = (at > 7 && at < 8) || at > 16;
    const repetition = { similarity: 0.5, knownSimilarity: 0.5, known: undefined };
    const audioClass = isQuiet ? 'silence' : 'live_human';
    each.step({ at, audioClass, personLogOdds: 1, isTalk: false }, repetition);
    if (at > 9 && at < 9.08) each.learnRejected(4.2, at);
  });
  const seconds = learner!.learned().map((recording) => recording.seconds);
  assert.is(seconds.length, 2);
  assert.ok(seconds[0]! > 6.5, `from 2 s before the first word: ${seconds[0]}`);
  assert.ok(seconds[1]! > 8, `and on to the silence: ${seconds[1]}`);
});

test('other words of the same voice are new, and so is silence', () => {
  const points = track(join(babble(6, 3), silence(4), babble(6, 4), silence(5)));
  assert.ok(highest(points, 0, 21, (point) => point.similarity) < 0.73);
});

test('a recording of an earlier call is known at its first second', () => {
  const announcement = babble(6, 9);
  const memory = [recordingOf(announcement.subarray(0, 5 * 8000))];
  const again = track(join(noise(2, 0.005, 3), throughLine(announcement, 0.7, 0.002, 4)), memory);
  assert.ok(highest(again, 3, 6, (point) => point.known) > 0.75);
  const other = track(babble(8, 10), memory);
  assert.ok(highest(other, 0, 8, (point) => point.known) < 0.69);
});

test('a recording that the owner refused is known for the rest of the call, however much earlier calls taught', () => {
  const refused = babble(6, 9);
  const taught = Array.from({ length: 120 }, (_, seed) => recordingOf(babble(4, 100 + seed)));
  const points = track(join(noise(2, 0.005, 3), refused, silence(3), refused), taught, (_, at, learner) => {
    if (at > 8.01 && at < 8.1) learner.learnRejected(2.2, at);
  });
  assert.ok(highest(points, 12, 17, (point) => point.known) > 0.75);
});

test('refused recordings that begin with the same digital silence are two', () => {
  const refused = (seed: number): Uint8Array => {
    let learner: Learner | undefined;
    track(join(silence(4), babble(4, seed)), [], (_tracker, _at, each) => (learner = each));
    learner!.learnRejected(4, 8);
    return learner!.learned()[0]!.fingerprint;
  };
  assert.not.ok(isSameSound(refused(3), refused(8)));
  assert.ok(isSameSound(refused(3), refused(3)));
});

test('damaged or foreign fingerprints are forgotten, not fatal', () => {
  const good = recordingOf(babble(5, 1));
  for (const fingerprint of [new Uint8Array(0), new Uint8Array([9, 1, 0]), good.fingerprint.subarray(0, 40)])
    assert.is(unpackFingerprints(fingerprint), undefined);
  assert.not.throws(() => track(babble(1, 1), [{ ...good, fingerprint: new Uint8Array([1, 255, 255]) }]));
});

test('SIMD and plain matching agree', () => {
  const next = chance(4);
  const word = () => Math.floor(next() * 2 ** 32) >>> 0;
  const bank = createBank(4096, 0.07);
  const words: number[] = [];
  const masks: number[] = [];
  const running = new Float32Array(2000);
  for (let n = 0; n < 997; n++) {
    words.push(word());
    masks.push(n % 7 ? 0xffffffff : 0);
    bank.append(words[n]!, n % 7 !== 0);
  }
  for (let n = 0; n < 20; n++) {
    const query = words[2 * n]! ^ (n % 3);
    // Down to fewer than the four places that SIMD compares at once.
    const limit = n < 10 ? 997 - n : 20 - n;
    bank.match(query, true, limit);
    const places = { words: Uint32Array.from(words), masks: Uint32Array.from(masks), running, length: 997 };
    plainStep(places, query, 0.07);
    assert.ok(Math.abs(bank.best - 0.5 - Math.max(0, ...running.subarray(0, limit))) < 1e-5);
  }
  bank.match(words[40]!, true, 997);
  assert.ok(bank.best > 0.6);
});

test('the bank stays bounded and forgets the oldest', () => {
  const bank = createBank(2048, 0.07);
  for (let n = 0; n < 10000; n++) bank.append(n, true);
  assert.ok(bank.length <= 2048);
});

/** Plays a call whose classes are given, as the decision would have them. */
function learnFrom(
  parts: {
    samples: Int16Array;
    audioClass: AudioClass;
    logOdds: number;
    similarity?: number;
    isTalk?: boolean;
  }[],
): KnownRecording[] {
  const ends = parts.map((_, k) =>
    parts.slice(0, k + 1).reduce((sum, part) => sum + part.samples.length / 8000, 0),
  );
  let last: Learner | undefined;
  track(join(...parts.map((part) => part.samples)), [], (_tracker, at, learner) => {
    const part =
      parts[
        Math.max(
          0,
          ends.findIndex((end) => at <= end + 1e-9),
        )
      ]!;
    const { audioClass, logOdds: personLogOdds, isTalk = false, similarity = 0.6 } = part;
    learner.step(
      { at, audioClass, personLogOdds, isTalk },
      { similarity, knownSimilarity: 0.5, known: undefined },
    );
    last = learner;
  });
  return last!.learned();
}

test('an announcement that more music followed is learned', () => {
  const learned = learnFrom([
    { samples: tone([262, 330, 392], 12), audioClass: 'music', logOdds: -6 },
    { samples: babble(5, 2), audioClass: 'announcement', logOdds: -3 },
    { samples: tone([294, 370, 440], 14), audioClass: 'music', logOdds: -6 },
  ]);
  assert.ok(learned.some((each) => each.audioClass === 'announcement' && each.seconds > 3));
});

test('a voice that may be a person is not learned, although music followed', () => {
  const learned = learnFrom([
    { samples: tone([262, 330, 392], 12), audioClass: 'music', logOdds: -6 },
    { samples: babble(5, 2), audioClass: 'announcement', logOdds: 0.5 },
    { samples: tone([294, 370, 440], 14), audioClass: 'music', logOdds: -6 },
  ]);
  assert.not.ok(learned.some((each) => each.audioClass === 'announcement'));
});

test('a voice that the call has played before is learned, however alive it sounds', () => {
  const call = (similarity: number) =>
    learnFrom([
      { samples: tone([262, 330, 392], 12), audioClass: 'music', logOdds: -6 },
      { samples: babble(5, 2), audioClass: 'live_human', logOdds: 2, similarity },
      { samples: tone([294, 370, 440], 14), audioClass: 'music', logOdds: -6 },
    ]).filter((each) => each.audioClass === 'announcement');
  assert.is(call(0.82).length, 1);
  assert.is(call(0.6).length, 0);
});

test('nothing that is said in a talk is learned, however recorded it sounds; hold music in it is', () => {
  const learned = learnFrom([
    { samples: babble(6, 2), audioClass: 'announcement', logOdds: -3, isTalk: true },
    { samples: silence(2), audioClass: 'silence', logOdds: -3, isTalk: true },
    { samples: babble(9, 3), audioClass: 'announcement', logOdds: -3, isTalk: true },
    { samples: tone([262, 330, 392], 22), audioClass: 'music', logOdds: -6, isTalk: true },
    { samples: tone([294, 370, 440], 14), audioClass: 'music', logOdds: -6 },
  ]);
  assert.equal([...new Set(learned.map((each) => each.audioClass))], ['music']);
});

test('the detector learns what queues say, and nothing of what is said once the owner talks', () => {
  const call = join(
    ...[tone([262, 330, 392], 8), babble(5, 1), silence(0.5), tone([294, 370, 440], 10)],
    ...[babble(6, 21), silence(0.4), tone([330, 370, 440], 12)],
  );
  const learnedIn = (phase: ListeningPhase): AudioClass[] => {
    const detector = createCallDetector();
    detector.setPhase(phase);
    detector.push(call);
    return detector.learned().map((each) => each.audioClass);
  };
  assert.ok(learnedIn('holding').includes('announcement'));
  assert.not.ok(learnedIn('talking').includes('announcement'));
});

test('an announcement at the end of a call, with no holding after it, is not learned', () => {
  const learned = learnFrom([
    { samples: tone([262, 330, 392], 12), audioClass: 'music', logOdds: -6 },
    { samples: babble(5, 2), audioClass: 'announcement', logOdds: -3 },
    { samples: silence(2), audioClass: 'silence', logOdds: -3 },
  ]);
  assert.not.ok(learned.some((each) => each.audioClass === 'announcement'));
});

test.run();
