import { useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { explain } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { hangUp, isHangingUp } from '../../state/calls/actions.ts';
import { addCall } from '../../state/calls/calls.ts';
import { serverNowMs, tickingSeconds } from '../../state/gateway/clock.ts';
import { knownMs } from '../../state/gateway/reach.ts';
import { tryFlow } from '../../state/stored/flow-runs.ts';
import { writeRough, writeSpan } from '../../text/formats.ts';
import { isOver, type LiveCall } from '../../state/call/live-call.ts';
import { DialKey } from '../../state/calls/place-call.ts';
import { audioTexts, explainEnd } from '../../text/status-texts.ts';
import { sureness } from '../../text/sureness.ts';
import { marksOf, talksOf } from '../../timeline/from-call.ts';
import { Timeline } from '../../timeline/timeline.tsx';
import type { FlowDraft } from './flow-draft.ts';
import { Fault } from '../../controls/fault.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';

export interface TryCardProps {
  draft: FlowDraft;
  /** Why a trial is not possible now. */
  hindrance: string | undefined;
  tried: LiveCall | undefined;
}

/** Calls the number with the current steps, saved or not, and shows the progress of each. */
export function TryCard({ draft, hindrance, tried }: TryCardProps) {
  const fault = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const key = useMemo(() => new DialKey(), []);
  const begin = async () => {
    isBusy.value = true;
    fault.value = undefined;
    const { number, steps } = draft.content.peek();
    const flowId = draft.id.peek();
    try {
      const id = await tryFlow(
        number,
        [...steps],
        flowId,
        key.of({ number, steps, flowId }, performance.now()),
      );
      key.placed(performance.now());
      draft.triedId.value = id;
      await addCall(id).catch(() => undefined); // it runs, and the stream reports it
    } catch (error) {
      fault.value = explain(error);
    } finally {
      isBusy.value = false;
    }
  };
  if (tried !== undefined && !isOver(tried.status)) return <Trying live={tried} />;
  return (
    <section class="card pad stack">
      <div>
        <h2>Try it</h2>
        <p class="muted sm">
          Calls the number and shows every step as it runs. It hangs up before the queue, so nobody is
          bothered.
        </p>
      </div>
      {tried === undefined ? null : <Result live={tried} />}
      <GatewayButton
        dials
        class="btn"
        disabled={hindrance !== undefined || isBusy.value}
        aria-describedby={hindrance === undefined ? undefined : 'try-hindrance'}
        onClick={() => void begin()}
      >
        <Icon name="play" />
        {tried === undefined ? 'Try it now' : 'Try it again'}
      </GatewayButton>
      {hindrance === undefined ? null : (
        <p class="hint" id="try-hindrance">
          {hindrance}
        </p>
      )}
      <Fault text={fault.value} />
    </section>
  );
}

function Trying({ live }: { live: LiveCall }) {
  const seconds = tickingSeconds(() => live.total.value, knownMs);
  const heard = live.segments.value.at(-1);
  const since = useComputed(() => {
    const open = live.segments.value.at(-1);
    return open === undefined ? '' : writeRough(Math.max(0, (serverNowMs() - open.fromMs) / 1000));
  });
  return (
    <section class="card pad stack" aria-label="Trying it">
      <div class="row">
        <h2 class="grow">Trying it</h2>
        <b class="num">{writeSpan(seconds.value)}</b>
      </div>
      <Timeline
        segments={live.segments.value}
        talks={talksOf(live.story.value)}
        marks={marksOf(live.story.value)}
        startMs={Date.parse(live.view.value.started_at)}
        endMs={undefined}
        height={94}
        hasList={false}
      />
      <div class="hear">
        <span class={`a ${heard?.type ?? ''} badge-a`}>
          <Icon name={audioTexts[heard?.type ?? 'unknown'].icon} />
        </span>
        <div class="what">
          <b>Hearing {audioTexts[heard?.type ?? 'unknown'].hearing}</b>
          {heard === undefined ? null : (
            <span class="muted sm">
              {since} · {sureness(heard.confidence)}
            </span>
          )}
        </div>
      </div>
      <div class="row">
        <a class="btn grow" href="/">
          <Icon name="phone-call" />
          Open the call
        </a>
        <GatewayButton
          class="btn grow hang"
          disabled={isHangingUp(live.id)}
          onClick={() => void hangUp(live.id)}
        >
          <Icon name="phone-off" />
          Stop
        </GatewayButton>
      </div>
    </section>
  );
}

function Result({ live }: { live: LiveCall }) {
  const { end_reason: reason, duration } = live.view.value;
  const isThrough = reason === 'trial_complete';
  const isStopped = reason === 'hangup_owner' || reason === 'hangup_api';
  return (
    <p class={`banner ${isThrough || isStopped ? 'plain' : 'bad'}`} role="status">
      <Icon name={isThrough ? 'check' : isStopped ? 'phone-off' : 'circle-alert'} />
      <span>
        {explainEnd(live.view.value)} {isThrough && `It took ${writeSpan(duration)}.`}{' '}
        <a href={`/calls/${live.id}`}>The call</a>
      </span>
    </p>
  );
}
