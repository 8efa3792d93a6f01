import type { AudioClass } from '../detect/index.ts';
import type { Detections } from './detections.ts';
import { type LabelledCall, personsThere, secondsWithoutPerson } from './labelled-call.ts';
import { elementAt, median } from './order-statistics.ts';
import { scoreRings, type RingScore } from './ring-score.ts';

export interface Score {
  persons: number;
  recall: number;
  latencyMedian: number | undefined;
  latencyP95: number | undefined;
  falseDeclarations: number;
  falsePerHour: number;
  hoursWithoutPerson: number;
  firstRight: number;
  firstRightWithin5s: number;
  quietCalls: string;
  windowAccuracy: number | undefined;
  /** Announcement and prompt as one class. */
  windowAccuracyMerged: number | undefined;
  confusion: Record<string, Record<string, number>>;
  falseByLabel: Record<string, number>;
  perScenario: Record<string, ScenarioScore>;
  /** Undefined if the detections contain no rings. */
  ringing: RingScore | undefined;
}

export interface ScenarioScore {
  calls: number;
  persons: number;
  found: number;
  falseDeclarations: number;
  firstRight: number;
  callsWithPerson: number;
  latencies: number[];
}

/** Wrong declarations within this time are one false alarm. */
const burstSeconds = 10;
/** In a person's stretch, a window with less speech than this is a pause and is not scored. */
const minSpeech = 0.3;

/** What the declarations of one call were. */
interface Outcome {
  call: LabelledCall;
  /** From each person's first word to the declaration, seconds; undefined for a person who was missed. */
  latencies: (number | undefined)[];
  /** The instants, seconds. */
  falseAlarms: number[];
  /** The first declaration; undefined for a call without a person. */
  first: { isRight: boolean; isWithin5s: boolean } | undefined;
}

export function scoreCalls(calls: readonly LabelledCall[], detections: Detections): Score {
  const outcomes = calls.map((call) => outcomeOf(call, detections[call.id]?.human ?? []));
  const total = tally(outcomes);
  const hoursWithoutPerson = secondsWithoutPerson(calls) / 3600;
  const ordered = total.latencies.toSorted((a, b) => a - b);
  const withoutPerson = outcomes.filter(({ first }) => first === undefined);
  const quiet = withoutPerson.filter(({ falseAlarms }) => falseAlarms.length === 0);
  const within5s = outcomes.filter(({ first }) => first?.isWithin5s);
  const confusion = confusionOf(calls, detections);
  return {
    persons: total.persons,
    recall: total.found / total.persons,
    latencyMedian: median(ordered),
    latencyP95: elementAt(ordered, 0.95),
    falseDeclarations: total.falseDeclarations,
    falsePerHour: total.falseDeclarations / hoursWithoutPerson,
    hoursWithoutPerson,
    firstRight: total.firstRight / total.callsWithPerson,
    firstRightWithin5s: within5s.length / total.callsWithPerson,
    quietCalls: `${quiet.length}/${withoutPerson.length}`,
    windowAccuracy: accuracy(confusion, (name) => name),
    windowAccuracyMerged: accuracy(confusion, (name) => (name === 'ivr_prompt' ? 'announcement' : name)),
    confusion,
    falseByLabel: falseByLabel(outcomes),
    perScenario: perScenario(outcomes),
    ringing: scoreRings(calls, (id) => detections[id]?.rings),
  };
}

function outcomeOf(call: LabelledCall, human: readonly number[]): Outcome {
  const persons = personsThere(call);
  const declared = human.toSorted((a, b) => a - b);
  const isRight = (at: number): boolean => persons.some(([from, to]) => from <= at && at <= to);
  return {
    call,
    latencies: persons.map(([from, to], index) => {
      const hit = declared.find((at) => from <= at && at <= to);
      return hit === undefined ? undefined : hit - call.humans[index]!.first_word;
    }),
    falseAlarms: burstsOf(declared.filter((at) => !isRight(at))),
    first: firstOf(call, declared[0] ?? Infinity),
  };
}

/** The first of each burst. */
function burstsOf(ordered: readonly number[]): number[] {
  const bursts: number[] = [];
  for (const at of ordered) if (at - (bursts.at(-1) ?? -Infinity) > burstSeconds) bursts.push(at);
  return bursts;
}

function firstOf(call: LabelledCall, declaredAt: number): Outcome['first'] {
  const [person] = personsThere(call);
  if (person === undefined) return undefined;
  const isRight = person[0] <= declaredAt && declaredAt <= person[1];
  return { isRight, isWithin5s: isRight && declaredAt <= call.humans[0]!.first_word + 5 };
}

function tally(outcomes: readonly Outcome[]): ScenarioScore {
  const latencies = outcomes.flatMap((outcome) => outcome.latencies);
  const found = latencies.filter((latency) => latency !== undefined);
  return {
    calls: outcomes.length,
    persons: latencies.length,
    found: found.length,
    falseDeclarations: outcomes.reduce((sum, { falseAlarms }) => sum + falseAlarms.length, 0),
    firstRight: outcomes.filter(({ first }) => first?.isRight).length,
    callsWithPerson: outcomes.filter(({ first }) => first !== undefined).length,
    latencies: found,
  };
}

function perScenario(outcomes: readonly Outcome[]): Record<string, ScenarioScore> {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const { scenario } = outcome.call;
    groups.set(scenario, [...(groups.get(scenario) ?? []), outcome]);
  }
  return Object.fromEntries([...groups].map(([scenario, group]) => [scenario, tally(group)]));
}

function falseByLabel(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { call, falseAlarms } of outcomes)
    for (const at of falseAlarms) {
      const label = labelAt(call, Math.max(0, at - 1));
      if (label !== undefined) counts[label] = (counts[label] ?? 0) + 1;
    }
  return counts;
}

/** Counts of windows, by their true class and then by the detected one. */
function confusionOf(calls: readonly LabelledCall[], detections: Detections): Score['confusion'] {
  const confusion: Score['confusion'] = {};
  for (const call of calls)
    for (const { t, dur, type } of detections[call.id]?.windows ?? []) {
      const truth = truthOf(call, t, t + dur);
      if (truth === undefined) continue;
      const row = (confusion[truth] ??= {});
      row[type] = (row[type] ?? 0) + 1;
    }
  return confusion;
}

/** The label with the most overlap; undefined if the window says nothing. */
function truthOf(call: LabelledCall, from: number, to: number): AudioClass | undefined {
  const overlaps = new Map<AudioClass, number>();
  for (const { start, end, label } of call.segments) {
    const overlap = Math.min(to, end) - Math.max(from, start);
    if (overlap > 0) overlaps.set(label, (overlaps.get(label) ?? 0) + overlap);
  }
  let best: AudioClass | undefined;
  for (const [label, overlap] of overlaps)
    if (best === undefined || overlap > overlaps.get(best)!) best = label;
  if (best === undefined) return undefined;
  const spoken = call.speech.reduce(
    (sum, [a, b]) => sum + Math.max(0, Math.min(to, b) - Math.max(from, a)),
    0,
  );
  const much = minSpeech * (to - from);
  if (best === 'live_human') return spoken < much ? undefined : best;
  return spoken > much ? 'live_human' : best;
}

function labelAt(call: LabelledCall, t: number): string | undefined {
  const segment = call.segments.find(({ start, end }) => start <= t && t < end);
  return segment && segment.label + (segment.vocals ? '+vocals' : '') + (segment.advert ? '+advert' : '');
}

function accuracy(confusion: Score['confusion'], merge: (name: string) => string): number | undefined {
  let right = 0;
  let all = 0;
  for (const [truth, row] of Object.entries(confusion))
    for (const [said, count] of Object.entries(row)) {
      all += count;
      if (merge(truth) === merge(said)) right += count;
    }
  return all === 0 ? undefined : right / all;
}
