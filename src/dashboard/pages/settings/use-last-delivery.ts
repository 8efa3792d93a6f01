import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../controls/use-answer.ts';
import { serverNowMs } from '../../state/gateway/clock.ts';
import { onStreamEvent } from '../../stream/connection.ts';
import type { Delivery } from './delivery-texts.ts';
import type { Webhook } from './webhook-texts.ts';

const soonMs = 1_000;
const latestMs = 60_000;
/** Longer than a delivery takes to be listed after its event. */
const awaitedMs = 30_000;

interface AwaitedEvent {
  id: number;
  untilMs: number;
}

/** A webhook's newest delivery, while it changes: no event reports deliveries. Undefined: none, or not known. */
export function useLastDelivery({ id, types, enabled }: Webhook): Delivery | undefined {
  const { value, read } = useAnswer(async () => {
    const path = { webhook_id: id };
    const query = { limit: 1 };
    return (await call('get', '/api/v1/webhooks/{webhook_id}/deliveries', { path, query })).deliveries;
  });
  const awaited = useSignal<AwaitedEvent | undefined>(undefined);
  const events = types.join(' ');
  useEffect(() => {
    if (!enabled) return undefined;
    const sent = new Set(events.split(' '));
    return onStreamEvent(({ type, id: eventId }) => {
      if (sent.has(type)) awaited.value = { id: eventId, untilMs: performance.now() + awaitedMs };
    });
  }, [events, enabled]);
  const last = value.value?.[0];
  useEffect(() => {
    const waitMs = nextLookMs(last, awaited.value);
    if (waitMs === undefined) return undefined;
    const timer = setTimeout(() => void read(), waitMs);
    return () => clearTimeout(timer);
  }, [value.value, awaited.value]);
  return last;
}

/** Undefined: it changes no more. */
function nextLookMs(last: Delivery | undefined, awaited: AwaitedEvent | undefined): number | undefined {
  const isListed = awaited === undefined || (last !== undefined && last.event_id >= awaited.id);
  if (!isListed && performance.now() < awaited.untilMs) return soonMs;
  if (last?.state !== 'pending') return undefined;
  const dueMs = last.next_attempt_at === null ? 0 : Date.parse(last.next_attempt_at) - serverNowMs();
  return Math.min(Math.max(dueMs, 0) + soonMs, latestMs);
}
