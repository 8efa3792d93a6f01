import './charts.css';
import type { CompanyWaits } from '../api/types.ts';
import { writeNumber, writeRange } from '../text/formats.ts';
import { minuteAxis } from './axis.ts';

/** From this many calls on, the middle half is meaningful. */
const enoughCalls = 3;

/** How long each company lets people wait: every call a dot, the middle half a bar. */
export function RangeTable({ companies }: { companies: readonly CompanyWaits[] }) {
  const longest = Math.max(60, ...companies.flatMap(({ samples }) => samples));
  const { lastMinutes, ticks } = minuteAxis(longest);
  const at = (seconds: number): string => `${((seconds / 60 / lastMinutes) * 100).toFixed(2)}%`;
  return (
    <table class="rg">
      <caption class="vh">Minutes on hold by company: the middle half of the calls, and each call</caption>
      <thead>
        <tr>
          <th scope="col">Company</th>
          <th scope="col" class="desk-cell">
            Usually
          </th>
          <th scope="col">
            <span class="vh">Minutes</span>
            <svg class="ch scale" height="16" width="100%" aria-hidden="true">
              {ticks.map((minutes, index) => (
                <text
                  key={minutes}
                  x={at(minutes * 60)}
                  y="0.75rem"
                  class={isBetween(index, ticks.length) ? 'between' : undefined}
                  text-anchor={index === 0 ? 'start' : index === ticks.length - 1 ? 'end' : 'middle'}
                >
                  {index === ticks.length - 1 ? `${minutes} min` : minutes}
                </text>
              ))}
            </svg>
          </th>
        </tr>
      </thead>
      <tbody>
        {companies.map((each) => (
          <tr key={each.number}>
            <th scope="row">
              <span class="clip">{each.company === '' ? writeNumber(each.number) : each.company}</span>
              <span class="phone faint num usual"> {usually(each)}</span>
            </th>
            <td class="num desk-cell">{usually(each)}</td>
            <td>
              <svg height="30" width="100%" role="img" aria-label={describe(each)}>
                <line x1="0" x2="100%" y1="15" y2="15" class="gl" />
                {each.samples.length < enoughCalls ? null : (
                  <rect
                    x={at(each.p25)}
                    width={at(each.p75 - each.p25)}
                    y="9"
                    height="12"
                    rx="6"
                    class="rb"
                  />
                )}
                {each.samples.map((seconds, index) => (
                  <circle key={index} cx={at(seconds)} cy="15" r="3.2" class="rp" />
                ))}
                {each.samples.length < enoughCalls ? null : (
                  <line x1={at(each.p50)} x2={at(each.p50)} y1="5" y2="25" class="rm" />
                )}
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Neither an end of the axis nor its middle: left out where text is large. */
const isBetween = (index: number, count: number): boolean =>
  index > 0 && index < count - 1 && index * 2 !== count - 1;

function usually({ samples, p25, p75 }: CompanyWaits): string {
  return samples.length < enoughCalls
    ? `${samples.length} ${samples.length === 1 ? 'call' : 'calls'}`
    : writeRange(p25, p75);
}

function describe({ samples }: CompanyWaits): string {
  const minutes = [...samples].sort((a, b) => a - b).map((seconds) => Math.round(seconds / 60));
  return `${samples.length} ${samples.length === 1 ? 'call' : 'calls'}: ${minutes.join(', ')} minutes`;
}
