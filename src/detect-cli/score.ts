import type { AudioClass } from '../detect/index.ts';
import type { ScoredWindow } from './listen.ts';
import { scoreRings, type RingScore } from './ring-score.ts';
import { elementAt, median } from './order-statistics.ts';
import type { Ring } from './rings.ts';

/** A labelled call, as the corpus describes it. */
export interface LabelledCall {
  id: string;
  scenario: string;
  duration: number;
  segments: { start: number; end: number; label: AudioClass; vocals?: boolean; advert?: boolean }[];
  humans: { first_word: number; end: number }[];
  speech: [number, number][];
}

export type Detections = Record<string, { windows?: ScoredWindow[]; human?: number[]; rings?: Ring[] }>;

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

// A declaration is right from a little before the first word to a little after the last one.
const earlySeconds = 0.2;
const lateSeconds = 1;
/** Wrong declarations within this time are one false alarm. */
const burstSeconds = 10;
/** In a person's stretch, a window with less speech than this is a pause and is not scored. */
const leastSpeech = 0.3;

export function scoreCalls(calls: readonly LabelledCall[], detections: Detections): Score {
  const perScenario: Record<string, ScenarioScore> = {};
  const confusion: Record<string, Record<string, number>> = {};
  const falseByLabel: Record<string, number> = {};
  const latencies: number[] = [];
  const total = {
    persons: 0,
    found: 0,
    false: 0,
    quietSeconds: 0,
    first: 0,
    first5: 0,
    withPerson: 0,
    without: 0,
    quiet: 0,
  };

  for (const call of calls) {
    const { windows = [], human = [] } = detections[call.id] ?? {};
    const scenario = (perScenario[call.scenario] ??= {
      calls: 0,
      persons: 0,
      found: 0,
      falseDeclarations: 0,
      firstRight: 0,
      callsWithPerson: 0,
      latencies: [],
    });
    scenario.calls++;
    for (const window of windows) {
      const truth = truthOf(call, window.t, window.t + window.dur);
      if (!truth) continue;
      const row = (confusion[truth] ??= {});
      row[window.type] = (row[window.type] ?? 0) + 1;
    }
    const spans = personsThere(call);
    const declared = [...human].sort((a, b) => a - b);
    const inside = (t: number) => spans.some(([from, to]) => from <= t && t <= to);
    const wrong: number[] = [];
    for (const t of declared)
      if (!inside(t) && (wrong.length === 0 || t - wrong.at(-1)! > burstSeconds)) wrong.push(t);
    for (const t of wrong) {
      const label = labelAt(call, Math.max(0, t - 1));
      if (label) falseByLabel[label] = (falseByLabel[label] ?? 0) + 1;
    }
    total.quietSeconds += call.duration - spans.reduce((sum, [from, to]) => sum + to - from, 0);
    total.false += wrong.length;
    scenario.falseDeclarations += wrong.length;
    spans.forEach(([from, to], k) => {
      total.persons++;
      scenario.persons++;
      const hit = declared.find((t) => from <= t && t <= to);
      if (hit === undefined) return;
      total.found++;
      scenario.found++;
      latencies.push(hit - call.humans[k]!.first_word);
      scenario.latencies.push(hit - call.humans[k]!.first_word);
    });
    const [span] = spans;
    if (!span) {
      total.without++;
      if (wrong.length === 0) total.quiet++;
      continue;
    }
    const first = declared[0] ?? Infinity;
    const right = span[0] <= first && first <= span[1];
    total.withPerson++;
    scenario.callsWithPerson++;
    if (right) {
      total.first++;
      scenario.firstRight++;
    }
    if (right && first <= call.humans[0]!.first_word + 5) total.first5++;
  }

  const ordered = latencies.toSorted((a, b) => a - b);
  return {
    persons: total.persons,
    recall: total.found / total.persons,
    latencyMedian: median(ordered),
    latencyP95: elementAt(ordered, 0.95),
    falseDeclarations: total.false,
    falsePerHour: total.false / (total.quietSeconds / 3600),
    hoursWithoutPerson: total.quietSeconds / 3600,
    firstRight: total.first / total.withPerson,
    firstRightWithin5s: total.first5 / total.withPerson,
    quietCalls: `${total.quiet}/${total.without}`,
    windowAccuracy: accuracy(confusion, (name) => name),
    windowAccuracyMerged: accuracy(confusion, (name) => (name === 'ivr_prompt' ? 'announcement' : name)),
    confusion,
    falseByLabel,
    perScenario,
    ringing: scoreRings(
      calls.map((call) => ({ call, persons: personsThere(call) })),
      (id) => detections[id]?.rings,
    ),
  };
}

/** When a declaration of each person is right, seconds. */
export function personsThere(call: LabelledCall): (readonly [from: number, to: number])[] {
  return call.humans.map(({ first_word, end }) => [first_word - earlySeconds, end + lateSeconds] as const);
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
  const much = leastSpeech * (to - from);
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
