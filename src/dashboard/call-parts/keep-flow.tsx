import './keep-flow.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { explain } from '../api/errors.ts';
import type { StreamEvent } from '../api/types.ts';
import { Icon } from '../icons/icon.tsx';
import { flows, readFlows } from '../state/stored/flows.ts';
import { type FoundWay, foundWayOf, keepWay, learnedFlowOf } from '../state/call/found-way.ts';
import type { LiveCall } from '../state/call/live-call.ts';
import { Fault } from '../controls/fault.tsx';
import { GatewayButton } from '../controls/gateway-button.tsx';

/** Offers to save the path a call found through a menu. */
export function KeepFlow({ live, isInCard = false }: { live: LiveCall; isInCard?: boolean }) {
  const story = live.story.value;
  const way = foundWayOf(story, live.view.value);
  const learnedAt = story.findLast(({ type }) => type === 'flow_learned')?.id;
  // Another page may have saved it, as a flow unknown here.
  useEffect(() => {
    if (way !== undefined && (flows.peek() === undefined || learnedAt !== undefined))
      readFlows().catch(() => undefined);
  }, [way, learnedAt]);
  if (way === undefined) return null;
  return (
    <section class={isInCard ? 'keep-flow' : 'card pad keep-flow'} aria-label="The route through the menu">
      <p>
        {way === 'new' ? (
          'This call found its way through the menu on its own.'
        ) : (
          <>
            <b>The menu has changed:</b> the flow got stuck, and I found another route.
          </>
        )}
      </p>
      <KeepWay callId={live.id} way={way} story={story} />
    </section>
  );
}

interface KeepWayProps {
  callId: string;
  way: FoundWay;
  /** The call's events, which include that its path was saved. */
  story: readonly StreamEvent[];
}

/** The buttons and their result. */
export function KeepWay({ callId, way, story }: KeepWayProps) {
  const kept = useSignal<{ id: string; name: string } | undefined>(undefined);
  const isBusy = useSignal(false);
  const fault = useSignal('');
  const flow = kept.value ?? learnedFlowOf(callId, story);
  if (flow !== undefined)
    return (
      <p class="row" role="status">
        <Icon name="check" />
        <span>
          Kept as <a href={`/flows/${flow.id}`}>{flow.name}</a>
        </span>
      </p>
    );
  const keep = async (replace: boolean) => {
    isBusy.value = true;
    fault.value = '';
    try {
      kept.value = await keepWay(callId, replace ? { replace } : {});
    } catch (error) {
      fault.value = explain(error);
    }
    isBusy.value = false;
  };
  return (
    <>
      <div class="row wrap">
        <GatewayButton class="btn sm" disabled={isBusy.value} onClick={() => void keep(way === 'repaired')}>
          <Icon name="route" />
          {way === 'new' ? 'Keep it as a flow' : 'Keep the repaired flow'}
        </GatewayButton>
        {way === 'repaired' ? (
          <GatewayButton class="btn sm quiet" disabled={isBusy.value} onClick={() => void keep(false)}>
            Keep both
          </GatewayButton>
        ) : null}
      </div>
      <Fault text={fault.value} />
    </>
  );
}
