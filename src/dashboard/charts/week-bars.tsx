import './charts.css';
import { writeRough, writeTotal } from '../text/formats.ts';
import { nameDate } from '../text/days.ts';
import type { Period } from './periods.ts';

const footY = 122;
const barRoom = 100;

/** Time waited in each of the last weeks. */
export function WeekBars({ weeks }: { weeks: readonly Period[] }) {
  const longest = Math.max(1, ...weeks.map(({ seconds }) => seconds));
  const step =
    [300, 600, 900, 1800, 3600, 7200, 18_000, 36_000].find((each) => longest / each <= 3) ?? 72_000;
  const lines = Array.from({ length: Math.floor(longest / step) + 1 }, (_, index) => index * step);
  const yOf = (seconds: number): number => footY - (seconds / longest) * barRoom;
  const slot = 96 / weeks.length;
  const middle = Math.floor(weeks.length / 2);
  return (
    <svg class="ch bars weeks" height="150" role="img" aria-label={concludeWeeks(weeks)}>
      {lines.map((seconds) => (
        <g key={seconds}>
          <line x1="0" x2="100%" y1={yOf(seconds)} y2={yOf(seconds)} class="gl" />
        </g>
      ))}
      {weeks.map(({ fromMs, seconds }, index) =>
        seconds === 0 ? null : (
          <rect
            key={fromMs}
            x={`${(index * slot).toFixed(2)}%`}
            width={`${(slot * 0.7).toFixed(2)}%`}
            y={Math.min(footY - 3, yOf(seconds)).toFixed(1)}
            height={Math.max(3, footY - yOf(seconds)).toFixed(1)}
            rx="4"
            class="f-music"
          />
        ),
      )}
      {lines.map((seconds) =>
        seconds === 0 ? null : (
          <text key={seconds} class="on-bars" x="100%" y={yOf(seconds) - 6} text-anchor="end">
            {writeRough(seconds)}
          </text>
        ),
      )}
      <text x="0" y="134" class="foot">
        {nameDate(weeks[0]?.fromMs ?? 0)}
      </text>
      <text x={`${(middle * slot).toFixed(2)}%`} y="134" class="foot between">
        {nameDate(weeks[middle]?.fromMs ?? 0)}
      </text>
      <text x={`${((weeks.length - 0.3) * slot).toFixed(2)}%`} y="134" class="foot" text-anchor="end">
        this week
      </text>
    </svg>
  );
}

/** `17 h 30 min in twelve weeks.` */
export function concludeWeeks(weeks: readonly Period[]): string {
  const total = weeks.reduce((sum, { seconds }) => sum + seconds, 0);
  return total === 0
    ? `No waiting in ${weeks.length} weeks.`
    : `${writeTotal(total)} in ${weeks.length} weeks, ${writeTotal(Math.max(...weeks.map(({ seconds }) => seconds)))} in the longest of them.`;
}
