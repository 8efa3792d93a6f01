import { highest, median, quantile } from './statistics.ts';

/** The results of a benchmark, for the terminal and for a page of docs/. */
export interface Report {
  goals: Goal[];
  tables: Table[];
  /** Sentences without which the figures cannot be understood. */
  notes: string[];
}

export interface Goal {
  what: string;
  measured: number;
  limit: number;
  /** `%` is a share of one core, 0..1. */
  unit: 'ms' | 's' | 'MB' | '%';
}

export interface Table {
  /** The first one names the rows. */
  columns: string[];
  rows: string[][];
}

/** Milliseconds for people: tenths only where they matter. */
export function ms(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return `${value < 20 ? value.toFixed(1) : value.toFixed(0)} ms`;
}

export function seconds(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(2)} s` : '–';
}

export function percent(share: number, digits = 1): string {
  return Number.isFinite(share) ? `${(share * 100).toFixed(digits)} %` : '–';
}

/** A row under the columns samples, median, p99 and highest. */
export function timesRow(what: string, milliseconds: readonly number[]): string[] {
  return [
    what,
    String(milliseconds.length),
    ms(median(milliseconds)),
    ms(quantile(milliseconds, 0.99)),
    ms(highest(milliseconds)),
  ];
}

export function isMet({ measured, limit }: Goal): boolean {
  return measured <= limit;
}

/** Markdown, which a terminal shows as well: cells are padded. */
export function renderReport(report: Report): string {
  const goals: Table = {
    columns: ['Goal', 'Measured', 'Limit', ''],
    rows: report.goals.map((goal) => [
      goal.what,
      inUnit(goal.measured, goal.unit),
      inUnit(goal.limit, goal.unit),
      isMet(goal) ? 'met' : '**missed**',
    ]),
  };
  const tables = report.goals.length > 0 ? [goals, ...report.tables] : report.tables;
  const parts = tables.map(renderTable);
  if (report.notes.length > 0) parts.push(report.notes.map((note) => `- ${note}`).join('\n'));
  return parts.join('\n\n');
}

function inUnit(value: number, unit: Goal['unit']): string {
  if (unit === '%') return percent(value, 2);
  if (unit === 'MB') return `${value.toFixed(2)} MB`;
  return unit === 'ms' ? ms(value) : seconds(value);
}

function renderTable({ columns, rows }: Table): string {
  const widths = columns.map((column, at) =>
    Math.max(3, column.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, at) => (at === 0 ? (cells[at] ?? '').padEnd(width) : (cells[at] ?? '').padStart(width))).join(' | ')} |`;
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(columns), line(rule), ...rows.map(line)].join('\n');
}
