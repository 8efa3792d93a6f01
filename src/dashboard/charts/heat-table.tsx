import './charts.css';
import type { HourWait } from '../api/types.ts';
import { type HourCell, hourTable, weekdayName } from './hours.ts';

/** From this many hours on, a phone is too narrow for a column each. */
const manyHours = 11;

/** Minutes on hold by weekday and hour: a table, coloured. Where hours have no room side by side, the weekdays are. */
export function HeatTable({ company, waits }: { company: string; waits: readonly HourWait[] }) {
  const { hours, rows } = hourTable(waits);
  const caption = `Median minutes on hold at ${company}, by weekday and hour`;
  const days = rows.map(({ weekday }) => weekdayName(weekday).slice(0, 3));
  const times = hours.map(String);
  return (
    <div class={`hm-room ${hours.length < manyHours ? '' : 'many'}`}>
      <Grid
        class="hm by-day"
        caption={caption}
        columns={times}
        rows={rows.map(({ cells }, index) => ({ head: days[index] ?? '', cells }))}
      />
      <Grid
        class="hm by-hour"
        caption={caption}
        columns={days}
        rows={times.map((head, hour) => ({ head, cells: rows.map(({ cells }) => cells[hour]) }))}
      />
    </div>
  );
}

interface GridProps {
  class: string;
  caption: string;
  columns: readonly string[];
  rows: readonly { head: string; cells: readonly (HourCell | undefined)[] }[];
}

function Grid({ class: className, caption, columns, rows }: GridProps) {
  return (
    <table class={className}>
      <caption class="vh">{caption}</caption>
      <thead>
        <tr>
          <td />
          {columns.map((name) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ head, cells }) => (
          <tr key={head}>
            <th scope="row">{head}</th>
            {cells.map((cell, index) =>
              cell === undefined ? (
                <td key={columns[index]} class="none">
                  –
                </td>
              ) : (
                <td
                  key={columns[index]}
                  class={`heat-${cell.shade}`}
                  title={`${cell.calls} ${cell.calls === 1 ? 'call' : 'calls'}`}
                >
                  {cell.minutes === 0 ? '<1' : cell.minutes}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
