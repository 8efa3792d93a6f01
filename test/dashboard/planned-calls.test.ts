import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addCall,
  applyCallEvent,
  dismissCall,
  plannedCalls,
  readCalls,
  runningCalls,
  shownCalls,
} from '../../src/dashboard/state/calls/calls.ts';
import { at, event, viewOf } from './live-calls.ts';

const fetched = globalThis.fetch;
let isAway = false;

const own = ['call_now', 'call_soon', 'call_late', 'call_gone', 'call_left', 'call_new'];
/** A database that was restored does not have it. */
let forgotten = '';
const summary = (id: string) => ({ call_id: id });
test.before(() => {
  globalThis.fetch = (input) => {
    const address = typeof input === 'string' ? input : '';
    const [, id] = /\/calls\/(\w+)/.exec(address) ?? [];
    if (id === undefined) {
      const isPlanned = address.includes('state=scheduled');
      if (isPlanned && isAway)
        return Promise.resolve(Response.json({ detail: 'the database is away' }, { status: 503 }));
      return Promise.resolve(
        Response.json(
          isPlanned
            ? { calls: [summary('call_late'), summary('call_soon')], event_id: 20 }
            : { calls: [summary('call_now')], event_id: 21 },
        ),
      );
    }
    if (id === forgotten) return Promise.resolve(Response.json({ detail: 'no such call' }, { status: 404 }));
    if (address.includes('/timeline')) return Promise.resolve(Response.json({ segments: [] }));
    if (address.includes('/events')) return Promise.resolve(Response.json({ events: [], next_since: 0 }));
    const view = !['call_soon', 'call_late'].includes(id)
      ? { status: 'on_hold' as const }
      : { status: 'scheduled' as const, started_at: at(id === 'call_soon' ? 600 : 6_000) };
    return Promise.resolve(
      Response.json({ ...viewOf({ call_id: id, ...view }), queue: null, will_ring: [] }),
    );
  };
});
test.after(() => {
  globalThis.fetch = fetched;
  for (const id of own) dismissCall(id);
});

/** Without those of the other tests in this process. */
const ids = (calls: readonly { id: string }[]) => calls.map(({ id }) => id).filter((id) => own.includes(id));

test('planned calls wait beside those under way, the next one first, until they are due', async () => {
  assert.is(await readCalls(), 20, 'the stream begins where the older of both answers was given');
  assert.equal(ids(runningCalls.value), ['call_now']);
  assert.equal(ids(shownCalls.value), ['call_now']);
  assert.equal(ids(plannedCalls.value), ['call_soon', 'call_late']);
  applyCallEvent({ ...event(600, 'call_status', { from: 'scheduled', to: 'trying' }), call_id: 'call_soon' });
  assert.equal(ids(plannedCalls.value), ['call_late']);
  assert.ok(ids(runningCalls.value).includes('call_soon'));
});

test('while the gateway can tell only what is under way, that is shown', async () => {
  isAway = true;
  assert.is(await readCalls(), 21);
  assert.ok(ids(runningCalls.value).includes('call_now'));
});

test('a call of which the gateway knows nothing any more is shown no longer; what the owner does meanwhile counts', async () => {
  await Promise.all(['call_gone', 'call_left'].map((id) => addCall(id)));
  forgotten = 'call_gone';
  const read = readCalls();
  dismissCall('call_left');
  await addCall('call_new');
  await read;
  assert.equal(ids(runningCalls.value).sort(), ['call_new', 'call_now', 'call_soon']);
});

test.run();
