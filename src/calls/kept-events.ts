import type { Journal } from './store.ts';

/** Whether a call's events are still stored. Every call begins with one, and events are removed by age (EVENT_KEEP_DAYS). */
export async function areEventsKept(journal: Pick<Journal, 'read'>, callId: string): Promise<boolean> {
  return (await journal.read(0, { callId, types: ['call_started'] }, 1)).length > 0;
}
