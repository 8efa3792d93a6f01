import { useSignal } from '@preact/signals';
import { writeClockSeconds } from '../text/formats.ts';
import { sureness } from '../text/sureness.ts';
import { stretchClasses } from './classes.ts';
import type { Stretch } from './stretches.ts';

/** The drawing's content as a table. Its rows are created when it is opened. */
export function StripTable({ stretches }: { stretches: readonly Stretch[] }) {
  const isOpen = useSignal(false);
  return (
    <details class="tl-list" onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>As a list</summary>
      {isOpen.value ? (
        <div class="tl-rows" tabIndex={0} role="group" aria-label="What was heard">
          <table>
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col">To</th>
                <th scope="col">Heard</th>
                <th scope="col">Sure</th>
              </tr>
            </thead>
            <tbody>
              {stretches.map(({ type, confidence, fromMs, endMs }) => (
                <tr key={fromMs}>
                  <td>{writeClockSeconds(fromMs)}</td>
                  <td>{endMs === undefined ? 'now' : writeClockSeconds(endMs)}</td>
                  <td>{stretchClasses[type].name}</td>
                  <td>
                    {type === 'you' ? '' : `${sureness(confidence)} (${Math.round(confidence * 100)} %)`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </details>
  );
}
