import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { HoldStatistics } from '../../api/types.ts';
import { DayBars } from '../../charts/day-bars.tsx';
import { daily } from '../../charts/periods.ts';
import { Icon } from '../../icons/icon.tsx';
import { writeTotal } from '../../text/formats.ts';
import { readHoldStatistics } from '../../state/calls/history.ts';
import { timeZone } from '../../text/days.ts';
import { dayNowMs } from '../../text/today.ts';

const days = 30;

/** Time waited on your behalf in recent weeks. Empty when the gateway has no figures. */
export function HistorySummary({ version }: { version: number }) {
  const statistics = useSignal<HoldStatistics | 'none' | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    const now = new Date();
    const from = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1);
    readHoldStatistics(from, now, timeZone()).then(
      (answer) => isCurrent && (statistics.value = answer),
      () => isCurrent && (statistics.value ??= 'none'), // the list below reports the error
    );
    return () => void (isCurrent = false);
  }, [version]);
  const known = statistics.value;
  if (known === 'none') return null;
  if (known === undefined) return <section class="card sum" aria-hidden="true" />;
  return (
    <section class="card sum" aria-label="The last 30 days">
      <div>
        <p class="big">{writeTotal(known.hold_time)}</p>
        <p class="muted">
          waited for you in {days} days, in {known.calls} {known.calls === 1 ? 'call' : 'calls'}
        </p>
      </div>
      <DayBars days={daily(known.by_day, days, dayNowMs())} />
      <div class="stack sm tally">
        <span class="row">
          <span class="badge-a s reached">
            <Icon name="check" />
          </span>
          <span>
            <b>{known.reached}</b> reached you
          </span>
        </span>
        <span class="row">
          <span class="badge-a s missed">
            <Icon name="phone-missed" />
          </span>
          <span>
            <b>{known.calls - known.reached}</b> did not
          </span>
        </span>
      </div>
    </section>
  );
}
