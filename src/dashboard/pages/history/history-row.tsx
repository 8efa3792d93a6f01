import type { CallSummary } from '../../api/types.ts';
import { Icon } from '../../icons/icon.tsx';
import { writeClock, writeSpan } from '../../text/formats.ts';
import { stripOf } from '../../state/calls/history.ts';
import { nameOf, subjectOf } from '../../text/names.ts';
import { outcomeOf } from '../../text/outcomes.ts';
import { MiniStrip } from '../../timeline/mini-strip.tsx';

/** One call: its outcome, its subject, what was heard, and the waiting it saved you. */
export function HistoryRow({ call }: { call: CallSummary }) {
  const outcome = outcomeOf(call);
  const time = writeClock(call.started_at);
  return (
    <a class="it hrow" href={`/calls/${call.call_id}`}>
      <span class={`badge-a s ${outcome.tone}`} role="img" aria-label={outcome.text}>
        <Icon name={outcome.icon} />
      </span>
      <span class="hn">
        <b class="clip">{nameOf(call)}</b>
        <span class="muted sm clip">
          <span class="phone num">{time} · </span>
          {subjectOf(call)}
        </span>
      </span>
      <span class="mini">
        <MiniStrip strip={stripOf(call)} seconds={call.duration} />
      </span>
      <span class="hv num">
        {outcome.tone === 'neutral' ? (
          <span class="ot neutral phone">{outcome.text}</span>
        ) : (
          <>
            <b>{writeSpan(call.hold_time)}</b>
            <span class="faint sm">waited</span>
          </>
        )}
      </span>
      <span class="hv num desk-c">
        {outcome.tone === 'reached' ? (
          <>
            <b>{writeSpan(call.talk_time)}</b>
            <span class="faint sm">talked</span>
          </>
        ) : (
          <span class={`ot ${outcome.tone}`}>{outcome.text}</span>
        )}
      </span>
      <time class="ht faint" dateTime={call.started_at}>
        {time}
      </time>
    </a>
  );
}
