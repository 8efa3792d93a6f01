import { batch, computed, effect, signal } from '@preact/signals';
import { call } from '../../api/client.ts';
import { eventTypes } from '../../../domain/events.ts';
import { ApiError } from '../../api/errors.ts';
import type { CallView, StreamEvent } from '../../api/types.ts';
import type { PartialMessage, PulseMessage } from '../../stream/stream.ts';
import { isOver, isPersonWaiting, LiveCall } from '../call/live-call.ts';
import { nowMs, serverTimeAt } from '../gateway/clock.ts';

/** Running and planned calls, and the last ones that ended while the page was open, until dismissed. */

const calls = signal<readonly LiveCall[]>([]);
export const areCallsKnown = signal(false);
/** In the order they were placed. */
export const shownCalls = computed(() => calls.value.filter((each) => !isPlanned(each)));
export const runningCalls = computed(() => shownCalls.value.filter(({ view }) => !isOver(view.value.status)));
/** Those that are placed later, the next one first. */
export const plannedCalls = computed(() => calls.value.filter(isPlanned).sort((a, b) => dueMs(a) - dueMs(b)));
const isPlanned = ({ view }: LiveCall): boolean => view.value.status === 'scheduled';
const dueMs = ({ view }: LiveCall): number => Date.parse(view.value.started_at);
/** The call that is shown first: the talk, else the first one placed, whose card does not jump away under a finger. */
export const foremostCall = computed(
  () => runningCalls.value.find(({ status }) => status === 'connected') ?? runningCalls.value[0],
);
/** The call a person has answered but the owner has not: it takes the whole screen. */
export const callWithPerson = computed(() =>
  calls.value.find((each) => {
    const { status, mode } = each.view.value;
    return isPersonWaiting(status) && mode === 'hold_slayer' && each.person.value !== undefined;
  }),
);

/** A page on a wall stays open for weeks: calls that are over would push everything else off it. The history has them. */
const maxEnded = 3;
const endedForMs = 12 * 3_600_000;
const minute = computed(() => Math.floor(nowMs.value / 60_000));
effect(() => {
  void minute.value;
  const now = serverTimeAt();
  const endedAtMs = ({ view }: LiveCall) => Date.parse(view.value.ended_at ?? '') || now;
  const ended = shownCalls.value.filter(({ status }) => isOver(status));
  ended.sort((a, b) => endedAtMs(b) - endedAtMs(a));
  const left = ended.filter((each, index) => index >= maxEnded || now - endedAtMs(each) > endedForMs);
  if (left.length > 0) calls.value = calls.peek().filter((each) => !left.includes(each));
});

const eventsAtOnce = 1000;
const maxEventPages = 5;
/** Above the id of any event. */
const endOfEvents = 2 ** 31 - 1;
/** What was heard comes with the timeline, and would push everything else out of what is read of a long call. */
const toldTypes = eventTypes.filter((type) => type !== 'audio_classified').join(',');

export function findCall(id: string): LiveCall | undefined {
  return calls.peek().find((each) => each.id === id);
}

/**
 * @returns the id of the newest event included. Calls that ended here in the meantime stay shown, and those that were added meanwhile; one of
 * which the gateway knows nothing any more does not.
 */
export async function readCalls(): Promise<number> {
  const [page, planned] = await Promise.all([
    call('get', '/api/v1/calls', { query: { state: 'active', limit: 200 } }),
    readPlanned(),
  ]);
  const ids = [...page.calls, ...(planned?.calls ?? [])].map(({ call_id: id }) => id);
  const kept = calls.peek().filter(({ id }) => !ids.includes(id));
  const [found, reread] = await Promise.all([
    Promise.all([...ids].reverse().map((id) => readCall(id))),
    Promise.all(kept.map(({ id }) => readCall(id))),
  ]);
  const gone = kept.filter((_each, index) => reread[index] === undefined);
  const others = calls.peek().filter((each) => !ids.includes(each.id) && !gone.includes(each));
  calls.value = [...others, ...found.filter((each) => each !== undefined)];
  areCallsKnown.value = true;
  return Math.min(page.event_id, planned?.event_id ?? Infinity);
}

/** Undefined while the gateway's database is away: it then knows only the calls under way, which matter more to the page. */
async function readPlanned() {
  try {
    return await call('get', '/api/v1/calls', { query: { state: 'scheduled', limit: 100 } });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Reads one call with everything the page shows of it; undefined when it does not exist. */
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

/** A call's newest events, as far as the page shows them, oldest first. @throws ApiError */
export async function readEvents(id: string): Promise<StreamEvent[]> {
  const pages: StreamEvent[][] = [];
  let before = endOfEvents;
  while (pages.length < maxEventPages) {
    const answer = await call('get', '/api/v1/calls/{call_id}/events', {
      path: { call_id: id },
      query: { before, types: toldTypes, limit: eventsAtOnce },
    });
    const events = answer.events as unknown as StreamEvent[];
    pages.unshift(events);
    const [oldest] = events;
    if (oldest === undefined || events.length < eventsAtOnce) break;
    before = oldest.id;
  }
  return pages.flat();
}

/** Calls being read for the first time, with the events the stream delivered in the meantime. */
const arriving = new Map<string, { events: StreamEvent[]; read: Promise<void> }>();

/**
 * Adds a call placed by this page or by another client. Events that arrive while it is read are applied afterwards.
 */
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

/** An action's response is a newer view. */
export function takeView(view: CallView): void {
  findCall(view.call_id)?.takeView(view);
}

/** Removes a finished call from the page. */
export function dismissCall(id: string): void {
  calls.value = calls.peek().filter((each) => each.id !== id);
}

const rereads = new Map<string, ReturnType<typeof setTimeout>>();
/** Events of one step arrive together; one read serves them all. */
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
    // A finished call stays in the history; a call that begins belongs here.
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

/** Once a second for each running call: the proof that it is being listened to. */
export function takePulse(pulse: PulseMessage): void {
  findCall(pulse.call_id)?.takePulse(pulse.data.level_db);
}

const partialEnds = new Map<string, ReturnType<typeof setTimeout>>();
/** A known announcement ends without an event, so nothing replaces its last words. */
const partialMs = 5_000;

/** What is being said in a running call. */
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

/** After a sleep the page's clocks may have stood still. */
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

/** The stream reconnects on its own and rereads everything. */
function ignoreLoss(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
