import type { Answer } from '../../api/client.ts';
import type { EventType } from '../../api/types.ts';

export type Webhook = Answer<'get', '/api/v1/webhooks'>['webhooks'][number];

/** Topics a person can choose; each covers several events. */
export const topics: readonly { name: string; types: readonly EventType[] }[] = [
  { name: 'a person', types: ['human_detected'] },
  { name: 'the end', types: ['call_ended'] },
  { name: 'a failure', types: ['call_failed'] },
  { name: 'the hold', types: ['hold_detected', 'hold_resumed'] },
  { name: 'the start', types: ['call_started'] },
  { name: 'a device offline', types: ['device_offline', 'device_online'] },
];

/** `a person, the end, 3 further events`. */
export function tellTypes(types: readonly string[]): string {
  const told = topics.filter((topic) => topic.types.some((type) => types.includes(type)));
  const covered = new Set<string>(told.flatMap((topic) => [...topic.types]));
  const further = types.filter((type) => !covered.has(type)).length;
  const names = told.map(({ name }) => name);
  if (further > 0) names.push(`${further} further ${further === 1 ? 'event' : 'events'}`);
  return names.join(', ');
}

/** The address without visual noise. */
export function tellAddress(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/^([^/]*)\/.*$/, '$1');
}
