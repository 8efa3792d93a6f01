import type { AudioClass } from '../../domain/audio-class.ts';
import type { StretchType } from './classes.ts';

/** What the detector heard, as stored in the state. */
export interface Heard {
  type: AudioClass;
  confidence: number;
  fromMs: number;
  /** Undefined while it lasts. */
  endMs: number | undefined;
}

/** A stretch of the strip; `endMs` is undefined while it lasts. */
export interface Stretch {
  type: StretchType;
  confidence: number;
  fromMs: number;
  endMs: number | undefined;
}

/** When the owner talked; `endMs` is undefined while they do. */
export interface Talk {
  fromMs: number;
  endMs: number | undefined;
}

const shortSilenceMs = 1_000;
/** More rectangles draw slowly and cannot be told apart. */
export const maxStretches = 400;

/**
 * What was heard, ready for drawing: conversations on top, equal neighbours merged, the oldest coarsened when there
 * are too many.
 */
export function stretchesOf(
  segments: readonly Heard[],
  talks: readonly Talk[] = [],
  max = maxStretches,
): Stretch[] {
  return limit(join(layOver(segments, talks)), max);
}

/** Merges neighbours of one class; a short silence belongs to what came before it. */
function join(segments: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  for (const each of segments) {
    const last = joined.at(-1);
    const isBreath =
      each.type === 'silence' && each.endMs !== undefined && each.endMs - each.fromMs < shortSilenceMs;
    if (last !== undefined && last.type !== 'you' && (isBreath || last.type === each.type)) {
      last.endMs = each.endMs;
      if (!isBreath) last.confidence = Math.max(last.confidence, each.confidence);
    } else if (last?.type === 'you' && each.type === 'you') last.endMs = each.endMs;
    else joined.push({ ...each });
  }
  return joined;
}

function layOver(segments: readonly Heard[], talks: readonly Talk[]): Stretch[] {
  let stretches: Stretch[] = [...segments];
  for (const talk of talks) {
    const talkEndMs = talk.endMs ?? Infinity;
    const before = stretches.flatMap((each) =>
      each.fromMs >= talk.fromMs
        ? []
        : [{ ...each, endMs: Math.min(each.endMs ?? talk.fromMs, talk.fromMs) }],
    );
    const after = stretches.flatMap((each) =>
      (each.endMs ?? Infinity) <= talkEndMs ? [] : [{ ...each, fromMs: Math.max(each.fromMs, talkEndMs) }],
    );
    stretches = [
      ...before,
      { type: 'you', confidence: 1, fromMs: talk.fromMs, endMs: talk.endMs },
      ...(talk.endMs === undefined ? [] : after),
    ];
  }
  return stretches;
}

/** Keeps the newer half; groups the older half, each group painted as its largest part. */
function limit(stretches: Stretch[], max: number): Stretch[] {
  if (stretches.length <= max) return stretches;
  const kept = Math.floor(max / 2);
  const older = stretches.slice(0, stretches.length - kept);
  const groups = max - kept;
  const grouped: Stretch[] = [];
  for (let index = 0; index < groups; index += 1) {
    const from = Math.floor((index * older.length) / groups);
    const to = Math.floor(((index + 1) * older.length) / groups);
    const group = older.slice(from, to);
    if (group.length > 0) grouped.push(summarise(group));
  }
  return [...join(grouped), ...stretches.slice(stretches.length - kept)];
}

function summarise(group: readonly Stretch[]): Stretch {
  const length = (each: Stretch): number => (each.endMs ?? each.fromMs) - each.fromMs;
  const total = new Map<StretchType, number>();
  for (const each of group) total.set(each.type, (total.get(each.type) ?? 0) + length(each));
  const [type] = [...total].reduce((longest, each) => (each[1] > longest[1] ? each : longest));
  const first = group[0] as Stretch;
  const confidence = Math.min(...group.map((each) => each.confidence));
  return { type, confidence, fromMs: first.fromMs, endMs: group.at(-1)?.endMs };
}
