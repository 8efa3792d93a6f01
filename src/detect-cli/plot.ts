import type { Thresholds } from '../detect/decision/sensitivity.ts';
import { audioClasses, type AudioClass, type DetectorEvent } from '../detect/index.ts';
import type { Heard, TracePoint } from './listen.ts';
import { clockTime } from './timeline.ts';

const colours: Record<AudioClass, string> = {
  silence: '#e5e7eb',
  ringing: '#93c5fd',
  ivr_prompt: '#fcd34d',
  music: '#c4b5fd',
  announcement: '#fdba74',
  live_human: '#4ade80',
  dtmf: '#f9a8d4',
  tone: '#67e8f9',
};
const eventColours = new Map<DetectorEvent['kind'], string>([
  ['person', '#16a34a'],
  ['person_confirmed', '#166534'],
  ['person_retracted', '#dc2626'],
]);
const left = 90;
const rowHeight = 90;
const rowGap = 26;
const pixelsPerSecond = 6;
const shownLogOdds = 6;

/** The call as a drawing: waveform, classes, evidence and the decision over time. */
export function drawCall(id: string, samples: Int16Array, heard: Heard, thresholds: Thresholds): string {
  const width = Math.max(600, Math.round(heard.seconds * pixelsPerSecond));
  const x = (seconds: number) => (left + (seconds / Math.max(heard.seconds, 0.1)) * width).toFixed(1);
  const top = (row: number) => 40 + row * (rowHeight + rowGap);
  const level = (row: number, share: number) =>
    (top(row) + rowHeight * (1 - Math.max(0, Math.min(1, share)))).toFixed(1);
  const curve = (row: number, share: (point: TracePoint) => number, colour: string) =>
    `<polyline fill="none" stroke="${colour}" stroke-width="1.2" points="${heard.trace
      .map((point) => `${x(point.at)},${level(row, share(point))}`)
      .join(' ')}"/>`;
  const title = (row: number, text: string) =>
    `<text x="${left - 8}" y="${top(row) + rowHeight / 2}" text-anchor="end">${escape(text)}</text>`;
  const height = top(4) + 30;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + width + 20}" height="${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="100%" height="100%" fill="white"/>`,
    `<text x="${left}" y="20" font-size="14">${escape(id)}</text>`,
    title(0, 'sound'),
    waveform(samples, width, (share) => level(0, 0.5 + share / 2)),
    title(1, 'classes'),
    ...runs(heard.trace, (point) => point.audioClass).map(
      ({ from, to, value }) =>
        `<rect x="${x(from)}" y="${top(1)}" width="${Math.max(0.5, Number(x(to)) - Number(x(from)))}" height="${rowHeight}" fill="${colours[value]}"><title>${value} ${clockTime(from)}–${clockTime(to)}</title></rect>`,
    ),
    title(2, 'evidence'),
    ...[thresholds.likelyLogOdds, thresholds.sureLogOdds].map((logOdds) => {
      const y = level(2, share(logOdds));
      return `<line x1="${left}" x2="${left + width}" y1="${y}" y2="${y}" stroke="#dc2626" stroke-dasharray="4 3"/>`;
    }),
    curve(2, (point) => share(point.personLogOdds), '#15803d'),
    curve(2, (point) => (point.repeatSimilarity - 0.5) * 2, '#9333ea'),
    title(3, 'decision'),
    ...runs(heard.trace, (point) => point.state).map(
      ({ from, to, value }) =>
        `<rect x="${x(from)}" y="${top(3)}" width="${Math.max(0.5, Number(x(to)) - Number(x(from)))}" height="${rowHeight / 2}" fill="${value === 'person' ? '#22c55e' : value === 'holding' ? '#ddd6fe' : '#f3f4f6'}"/><text x="${x(from)}" y="${top(3) + rowHeight / 2 + 12}">${value}</text>`,
    ),
    ...heard.events.map((event) => {
      const colour = eventColours.get(event.kind);
      return colour !== undefined && 'reason' in event
        ? `<line x1="${x(event.at)}" x2="${x(event.at)}" y1="40" y2="${top(4)}" stroke="${colour}" stroke-width="2"><title>${escape(event.reason)}</title></line>`
        : '';
    }),
    ...ticks(heard.seconds).map(
      (at) =>
        `<text x="${x(at)}" y="${height - 8}" text-anchor="middle">${clockTime(at).replace('.0', '')}</text>`,
    ),
    ...audioClasses.map(
      (name, k) =>
        `<rect x="${left + 200 + k * 95}" y="11" width="10" height="10" fill="${colours[name]}"/><text x="${left + 214 + k * 95}" y="20">${name}</text>`,
    ),
    '</svg>',
  ].join('\n');
}

function share(logOdds: number): number {
  return (logOdds + shownLogOdds) / (2 * shownLogOdds);
}

function waveform(samples: Int16Array, width: number, y: (share: number) => string): string {
  const points: string[] = [];
  for (let column = 0; column < width; column++) {
    const from = Math.floor((column / width) * samples.length);
    const to = Math.max(from + 1, Math.floor(((column + 1) / width) * samples.length));
    let peak = 0;
    for (let n = from; n < to; n++) peak = Math.max(peak, Math.abs(samples[n] ?? 0));
    points.push(`M${left + column} ${y(peak / 32768)}V${y(-peak / 32768)}`);
  }
  return `<path d="${points.join('')}" stroke="#475569" fill="none"/>`;
}

function runs<T>(
  trace: readonly TracePoint[],
  of: (point: TracePoint) => T,
): { from: number; to: number; value: T }[] {
  const out: { from: number; to: number; value: T }[] = [];
  let before = 0;
  for (const point of trace) {
    const value = of(point);
    const last = out.at(-1);
    if (last && last.value === value) last.to = point.at;
    else out.push({ from: before, to: point.at, value });
    before = point.at;
  }
  return out;
}

function ticks(seconds: number): number[] {
  return Array.from({ length: Math.floor(seconds / 15) + 1 }, (_, k) => k * 15);
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
