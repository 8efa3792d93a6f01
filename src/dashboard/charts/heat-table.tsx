import './charts.css';
import type { HourWait } from '../api/types.ts';
import { hourTable, weekdayName } from './hours.ts';

/** Minutes on hold by weekday and hour: a table, coloured. */
export function HeatTable({ company, waits }: { company: string; waits: readonly HourWait[] }) {
  const { hours, rows } = hourTable(waits);
  return (
    <table class="hm">
      <caption class="vh">Median minutes on hold at {company}, by weekday and hour</caption>
      <thead>
        <tr>
          <td />
          {hours.map((hour) => (
            <th scope="col" key={hour}>
              {hour}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ weekday, cells }) => (
          <tr key={weekday}>
            <th scope="row">{weekdayName(weekday).slice(0, 3)}</th>
            {cells.map((cell, index) =>
              cell === undefined ? (
                <td key={hours[index]} class="none">
                  –
                </td>
              ) : (
                <td
                  key={hours[index]}
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
