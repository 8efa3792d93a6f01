import type { Answer } from '../../api/client.ts';
import type { IconName } from '../../icons/names.ts';
import { nameMoment } from '../../text/days.ts';

export type Delivery = Answer<'get', '/api/v1/webhooks/{webhook_id}/deliveries'>['deliveries'][number];
type TestResult = Answer<'post', '/api/v1/webhooks/{webhook_id}/test'>;

const countTries = (count: number): string => `${count} ${count === 1 ? 'try' : 'tries'}`;

export const isFailing = ({ state, attempts }: Delivery): boolean => state !== 'delivered' && attempts > 0;

/** `Not delivered: no answer. 3 tries, the next today, 09:12.` */
export function tellDelivery(delivery: Delivery): string {
  const { state, attempts, error } = delivery;
  if (isFailing(delivery)) return `Not delivered: ${error ?? 'no answer'}. ${tellTries(delivery)}`;
  if (state === 'pending') return 'On its way.';
  return attempts > 1 ? `Delivered, after ${countTries(attempts)}.` : 'Delivered.';
}

/** `3 tries, the next today, 09:12.` */
export function tellTries({ state, attempts, next_attempt_at: next }: Delivery): string {
  if (state === 'failed') return `Given up after ${countTries(attempts)}.`;
  return `${countTries(attempts)}${next === null ? '' : `, the next ${nameMoment(next)}`}.`;
}

/** `call ended, `; nothing once the event was removed. */
export function tellEvent({ type }: Delivery): string {
  return type === null ? '' : `${type.replaceAll('_', ' ')}, `;
}

export function iconOf({ state, attempts }: Delivery): IconName {
  if (state === 'delivered') return 'check';
  if (state === 'failed') return 'circle-alert';
  return attempts === 0 ? 'clock' : 'refresh-cw';
}

/** A refusal names the response code itself. */
export function tellTest({ delivered, response_code: code, error }: TestResult): string {
  if (delivered) return code === null ? 'Delivered.' : `Delivered (${code}).`;
  return `Not delivered: ${error ?? 'no answer'}.`;
}
