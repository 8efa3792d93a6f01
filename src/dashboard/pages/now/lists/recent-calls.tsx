import { useEffect } from 'preact/hooks';
import { call } from '../../../api/client.ts';
import type { CallSummary } from '../../../api/types.ts';
import { useAnswer } from '../../../controls/use-answer.ts';
import { Icon } from '../../../icons/icon.tsx';
import { writeDay, writeSpan } from '../../../text/formats.ts';
import { nameOf, subjectOf } from '../../../text/names.ts';
import { type Outcome, outcomeOf } from '../../../text/outcomes.ts';
import { onStreamEvent } from '../../../stream/connection.ts';
import { MiniStrip } from '../../../timeline/mini-strip.tsx';

const shown = 4;

/** The most recent finished calls. */
export function RecentCalls() {
  // The connection banner reports a failure.
  const { value, read } = useAnswer(() =>
    call('get', '/api/v1/calls', { query: { state: 'ended', limit: shown } }),
  );
  useEffect(
    () =>
      onStreamEvent(({ type }) => {
        if (type === 'call_ended' || type === 'call_failed') void read();
      }),
    [],
  );
  const calls = value.value?.calls ?? [];
  if (calls.length === 0) return null;
  return (
    <section>
      <div class="row section-head">
        <h2 class="grow">Recent</h2>
        <a class="sm" href="/calls">
          All calls
        </a>
      </div>
      <div class="card list">
        {calls.map((each) => (
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
