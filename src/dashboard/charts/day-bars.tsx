import './charts.css';
import { writeTotal } from '../text/formats.ts';
import { nameDate, nameDay } from '../text/days.ts';
import type { Period } from './periods.ts';

const barRoom = 50;
const footY = 64;

/** Time waited on each of the last days. */
export function DayBars({ days }: { days: readonly Period[] }) {
  const longest = days.reduce((most, each) => (each.seconds > most.seconds ? each : most), days[0] as Period);
  const slot = 100 / days.length;
  const middle = days[Math.floor(days.length / 2)];
  const conclusion =
    longest.seconds === 0
      ? `No waiting in the last ${days.length} days`
      : `Waited on each of the last ${days.length} days; most on ${nameDay(longest.fromMs)}, ${writeTotal(longest.seconds)}`;
  return (
    <svg class="bars" role="img" aria-label={conclusion} height="84">
      {days.map(({ fromMs, seconds }, index) => {
        if (seconds === 0) return null;
        const height = Math.max(2.5, (seconds / longest.seconds) * barRoom);
        return (
          <rect
            key={fromMs}
            x={`${(index * slot).toFixed(2)}%`}
            width={`${(slot * 0.7).toFixed(2)}%`}
            y={(footY - height).toFixed(1)}
            height={height.toFixed(1)}
            rx="2.5"
            class="f-music"
          />
        );
      })}
      <line x1="0" x2="100%" y1={footY + 0.5} y2={footY + 0.5} class="ax" />
      <text x="0" y="72">
        {nameDate(days[0]?.fromMs ?? 0)}
      </text>
      <text x="50%" y="72" text-anchor="middle">
        {nameDate(middle?.fromMs ?? 0)}
      </text>
      <text x="100%" y="72" text-anchor="end">
        today
      </text>
    </svg>
  );
}
