import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../../../api/client.ts';
import type { CallSummary } from '../../../api/types.ts';
import { Icon } from '../../../icons/icon.tsx';
import { writeDay, writeSpan } from '../../../text/formats.ts';
import { nameOf, subjectOf } from '../../../text/names.ts';
import { type Outcome, outcomeOf } from '../../../text/outcomes.ts';
import { onReconnect, onStreamEvent } from '../../../stream/connection.ts';
import { MiniStrip } from '../../../timeline/mini-strip.tsx';

const shown = 4;

/** The most recent finished calls. */
export function RecentCalls() {
  const calls = useSignal<readonly CallSummary[] | undefined>(undefined);
  useEffect(() => {
    const read = () =>
      void call('get', '/api/v1/calls', { query: { state: 'ended', limit: shown } }).then(
        (page) => {
          calls.value = page.calls;
        },
        () => undefined, // the connection banner says why
      );
    read();
    const stops = [
      onReconnect(read),
      onStreamEvent(({ type }) => {
        if (type === 'call_ended' || type === 'call_failed') read();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  if (calls.value === undefined || calls.value.length === 0) return null;
  return (
    <section>
      <div class="row section-head">
        <h2 class="grow">Recent</h2>
        <a class="sm" href="/calls">
          All calls
        </a>
      </div>
      <div class="card list">
        {calls.value.map((each) => (
          <RecentCall key={each.call_id} summary={each} />
        ))}
      </div>
    </section>
  );
}

const looks: Record<Outcome['tone'], 'good' | 'bad' | 'plain'> = {
  reached: 'good',
  missed: 'bad',
  running: 'plain',
  neutral: 'plain',
};

function RecentCall({ summary }: { summary: CallSummary }) {
  const { tone, icon, text } = outcomeOf(summary);
  return (
    <a class="it rec" href={`/calls/${summary.call_id}`}>
      <span class={`badge-a s tone-${looks[tone]}`}>
        <Icon name={tone === 'missed' ? 'x' : icon} />
        <span class="vh">{text}: </span>
      </span>
      <span class="grow">
        <b class="clip block">{nameOf(summary)}</b>
        <span class="muted sm clip block">{subjectOf(summary)}</span>
      </span>
      <span class="mini">
        <MiniStrip strip={summary.strip} seconds={summary.duration} />
      </span>
      <span class="r">
        <b class="num">
          {writeSpan(summary.hold_time)}
          <span class="vh"> waited</span>
        </b>
        <span class="faint sm">{writeDay(summary.started_at)}</span>
      </span>
    </a>
  );
}
