import { Icon } from '../../../icons/icon.tsx';
import { writeNumber, writeSpan } from '../../../text/formats.ts';
import { callAgain } from '../../../state/calls/call-again.ts';
import { dismissCall } from '../../../state/calls/calls.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { nameOf } from '../../../text/names.ts';
import { explainEnd } from '../../../text/status-texts.ts';
import { KeepFlow } from '../../../call-parts/keep-flow.tsx';
import { SummaryText } from '../../../call-parts/summary-text.tsx';
import { HeardStrip } from '../hearing/heard-strip.tsx';
import { StatePill } from '../hearing/state-pill.tsx';

/** A call that ended while the page was open: why, and what to do next. */
export function EndedCard({ live }: { live: LiveCall }) {
  const view = live.view.value;
  const talked = live.talk.value.seconds;
  // The page's own count: the snapshot's arrives after the end, and the card would grow under the finger.
  const waited = live.hold.value.seconds;
  const hasWaited = talked > 0 || waited >= 1;
  return (
    <section class="card live compact over" aria-labelledby={`who-${live.id}`}>
      <header class="live-head">
        <div class="grow">
          <h2 id={`who-${live.id}`}>{nameOf(view)}</h2>
          <p class="muted sm">{explainEnd(view)}</p>
        </div>
        <StatePill live={live} />
        <button
          type="button"
          class="btn quiet sm icon"
          aria-label="Dismiss"
          onClick={() => dismissCall(live.id)}
        >
          <Icon name="x" />
        </button>
      </header>
      <div class="row between end wrap">
        {hasWaited ? (
          <div class="clock">
            <b>{writeSpan(talked > 0 ? talked : waited)}</b>
            <span class="sm">{talked > 0 ? `talked · I waited ${writeSpan(waited)}` : 'waited'}</span>
          </div>
        ) : null}
        <div class="actions">
          {view.status === 'failed' ? (
            <a class="btn sm primary" href={callAgain(view)}>
              <Icon name="phone-outgoing" />
              Call again
            </a>
          ) : null}
          <a class="btn sm" href={`/calls/${live.id}`}>
            {view.status === 'failed' ? 'What happened' : 'Open the call'}
          </a>
        </div>
      </div>
      {hasWaited ? <HeardStrip live={live} height={44} /> : null}
      <SummaryText live={live} />
      <KeepFlow live={live} isInCard />
      <p class="vh">{writeNumber(view.number)}</p>
    </section>
  );
}
