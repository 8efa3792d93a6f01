import { batch, computed, signal } from '@preact/signals';
import { call } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import type { CallView, StreamEvent } from '../api/types.ts';
import type { PartialMessage, PulseMessage } from '../stream/stream.ts';
import { isOver, isPersonWaiting, LiveCall } from './live-call.ts';

/** The calls that run, and those that ended while the page was open, until they are put away. */

const calls = signal<readonly LiveCall[]>([]);
export const areCallsKnown = signal(false);
/** In the order in which they were placed. */
export const shownCalls = computed(() => calls.value);
export const runningCalls = computed(() => calls.value.filter(({ view }) => !isOver(view.value.status)));
/** The one that a person answered and the owner has not: it takes the whole screen. */
export const callWithPerson = computed(() =>
  calls.value.find((each) => {
    const { status, mode } = each.view.value;
    return isPersonWaiting(status) && mode === 'hold_slayer' && each.person.value !== undefined;
  }),
);

const eventsAtOnce = 1000;
const mostEventPages = 5;

export function findCall(id: string): LiveCall | undefined {
  return calls.peek().find((each) => each.id === id);
}

/** @returns the id of the newest event in what was read. Calls that ended here in the meantime stay shown. */
export async function readCalls(): Promise<number> {
  const page = await call('get', '/api/v1/calls', { query: { state: 'active', limit: 200 } });
  const ids = page.calls.map(({ call_id: id }) => id);
  const kept = calls.peek().filter(({ id }) => !ids.includes(id));
  const [found] = await Promise.all([
    Promise.all([...ids].reverse().map((id) => readCall(id))),
    ...kept.map((each) => readCall(each.id)),
  ]);
  calls.value = [...kept, ...found.filter((each) => each !== undefined)];
  areCallsKnown.value = true;
  return page.event_id;
}

/** Reads one call with all that the page shows of it. Undefined: there is no such call. */
export async function readCall(id: string): Promise<LiveCall | undefined> {
  try {
    const path = { call_id: id };
    const view = await call('get', '/api/v1/calls/{call_id}', { path });
    const [timeline, events] = await Promise.all([
      call('get', '/api/v1/calls/{call_id}/timeline', { path }),
      readEvents(id),
    ]);
    const known = findCall(id) ?? new LiveCall(view);
    batch(() => {
      known.takeTimeline(timeline.segments);
      known.takeStory(events);
      known.takeView(view);
    });
    return known;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** What happened in a call, as far as a page shows it. @throws ApiError */
export async function readEvents(id: string): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  let since = 0;
  for (let page = 0; page < mostEventPages; page += 1) {
    const answer = await call('get', '/api/v1/calls/{call_id}/events', {
      path: { call_id: id },
      query: { since, limit: eventsAtOnce },
    });
    events.push(...(answer.events as unknown as StreamEvent[]));
    if (answer.events.length < eventsAtOnce) break;
    since = answer.next_since;
  }
  return events;
}

/** Calls that are read for the first time, with what the stream tells of them meanwhile. */
const arriving = new Map<string, { events: StreamEvent[]; read: Promise<void> }>();

/** Adds a call that this page placed, or that another client did. What happens to it while it is read is told afterwards. */
export function addCall(id: string): Promise<void> {
  if (findCall(id) !== undefined) return Promise.resolve();
  const known = arriving.get(id);
  if (known !== undefined) return known.read;
  const events: StreamEvent[] = [];
  const read = readCall(id)
    .then((found) => {
      if (found === undefined) return;
      if (findCall(id) === undefined) calls.value = [...calls.peek(), found];
      arriving.delete(id);
      for (const event of events) applyCallEvent(event);
    })
    .finally(() => arriving.delete(id));
  arriving.set(id, { events, read });
  return read;
}

/** The answer of an action is a newer view. */
export function takeView(view: CallView): void {
  findCall(view.call_id)?.takeView(view);
}

/** A call that is over leaves the page. */
export function putAway(id: string): void {
  calls.value = calls.peek().filter((each) => each.id !== id);
}

const rereads = new Map<string, ReturnType<typeof setTimeout>>();
/** Events of one step come together; one reading serves them all. */
const rereadMs = 150;

export function applyCallEvent(event: StreamEvent): void {
  if (event.call_id === '') return;
  const known = findCall(event.call_id);
  if (known === undefined) {
    const comes = arriving.get(event.call_id);
    if (comes !== undefined) {
      comes.events.push(event);
      return;
    }
    // A call that is over stays in the history; one that begins belongs here.
    if (event.type === 'call_started' || event.type === 'call_status')
      void addCall(event.call_id).catch(ignoreLoss);
    return;
  }
  if (!known.apply(event)) return;
  clearTimeout(rereads.get(event.call_id));
  rereads.set(
    event.call_id,
    setTimeout(() => void reread(event.call_id), rereadMs),
  );
}

/** Each second, of the calls that run: the proof that somebody listens. */
export function takePulse(pulse: PulseMessage): void {
  findCall(pulse.call_id)?.takePulse(pulse.data.level_db);
}

const partialEnds = new Map<string, ReturnType<typeof setTimeout>>();
/** An announcement that was heard before ends without an event: then nothing takes the place of its last words. */
const partialMs = 5_000;

/** What is being said in a call that runs. */
export function takePartial({ call_id: id, data }: PartialMessage): void {
  const known = findCall(id);
  if (known === undefined) return;
  known.takePartial(data);
  const key = `${id} ${data.speaker}`;
  clearTimeout(partialEnds.get(key));
  const end = () => {
    partialEnds.delete(key);
    known.dropPartial(data.speaker);
  };
  partialEnds.set(key, setTimeout(end, partialMs));
}

/** After a sleep the clocks of the page may have stood still. */
export function rereadRunningCalls(): void {
  for (const { id } of runningCalls.peek()) void reread(id);
}

async function reread(id: string): Promise<void> {
  rereads.delete(id);
  try {
    takeView(await call('get', '/api/v1/calls/{call_id}', { path: { call_id: id } }));
  } catch (error) {
    ignoreLoss(error);
  }
}

/** The stream comes back by itself and reads everything anew. */
function ignoreLoss(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
