import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallLedger } from '../../src/calls/call-ledger.ts';
import { waitForStatus } from '../../src/calls/status-wait.ts';
import type { Journal, JournalEntry } from '../../src/calls/store.ts';
import { Interrupted, waitFor } from '../../src/calls/waiting.ts';
import { beginCall, type Call, type ClassifiedSegment } from '../../src/domain/call.ts';

const silentLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const accepted = {
  id: 'call_1',
  number: '+12025550100',
  mode: 'hold_slayer',
  startedAtMs: Date.now(),
} as const;

const noJournal = { record: async () => undefined };

function openLedger(patch: Partial<Call> = {}): { ledger: CallLedger; entries: JournalEntry[] } {
  const entries: JournalEntry[] = [];
  const journal: Pick<Journal, 'record'> = { record: async (entry) => void entries.push(entry) };
  return {
    ledger: new CallLedger(beginCall({ ...accepted, ...patch }), journal, silentLog),
    entries,
  };
}

test('a transition is recorded with the call as it stands after it', () => {
  const { ledger, entries } = openLedger();
  ledger.move('far_rings');
  assert.is(entries.length, 1);
  assert.equal(
    entries[0]?.events.map(({ type }) => type),
    ['call_status', 'call_ringing'],
  );
  assert.is(entries[0]?.call?.status, 'ringing');
});

test('a transition that the table does not know is a defect, and changes nothing', () => {
  const { ledger, entries } = openLedger();
  assert.throws(() => ledger.move('person_heard'), /no transition/);
  assert.is(ledger.status, 'trying');
  assert.is(entries.length, 0);
});

test('time on hold is added up over several holds', () => {
  const { ledger } = openLedger({ status: 'on_hold', holdSinceMs: Date.now() - 10_000, holdSeconds: 5 });
  ledger.move('person_heard');
  assert.ok(Math.abs(ledger.call.holdSeconds - 15) < 0.2);
  assert.is(ledger.call.holdSinceMs, null);
  ledger.move('sent_back');
  assert.ok(ledger.call.holdSinceMs !== null);
});

test('a call that is sent back to waiting keeps the name of the device that talked last, not of one that only rang', () => {
  const { ledger } = openLedger({ status: 'on_hold' });
  const deviceOf = ({ call }: CallLedger) => [call.deviceId, call.deviceName];
  ledger.move('device_dialled', { deviceId: 'dev_1', deviceName: 'Kitchen' });
  ledger.enterHold('nobody took the call');
  assert.equal(deviceOf(ledger), [null, null]);
  ledger.move('device_dialled', { deviceId: 'dev_2', deviceName: 'Desk' });
  ledger.move('bridged', { deviceId: 'dev_2' });
  ledger.enterHold('sent back');
  assert.equal(deviceOf(ledger), [null, 'Desk']);
  const later = new CallLedger(ledger.call, noJournal, silentLog);
  later.move('device_dialled', { deviceId: 'dev_1', deviceName: 'Kitchen' });
  assert.equal(deviceOf(later), ['dev_1', 'Kitchen']);
  later.enterHold('nobody took the call');
  assert.equal(deviceOf(later), [null, 'Desk']);
});

test('what was heard is known as it will be stored, with what an earlier process heard', () => {
  const { ledger, entries } = openLedger();
  const heard = { at: 0, audioClass: 'music', confidence: 0.9, features: {} } as const;
  ledger.classify(heard, 1);
  const early = ledger.heard ?? [];
  ledger.classify({ ...heard, audioClass: 'live_human' }, 4);
  ledger.endAudio(6);
  const told = (segments: readonly ClassifiedSegment[]) =>
    segments.map(({ audioClass, startSeconds, endSeconds }) => [audioClass, startSeconds, endSeconds]);
  assert.equal(told(early), [['music', 1, null]], 'a reader keeps what it was given');
  assert.equal(told(ledger.heard ?? []), [
    ['music', 1, 4],
    ['live_human', 4, 6],
  ]);
  assert.equal(
    entries.map(({ segment }) => segment?.next?.audioClass),
    ['music', 'live_human', undefined],
  );
  const next = new CallLedger(ledger.call, noJournal, silentLog, early);
  next.classify({ ...heard, audioClass: 'ringing' }, 9);
  assert.equal(told(next.heard ?? []), [
    ['music', 1, 9],
    ['ringing', 9, null],
  ]);
  const blind = new CallLedger(ledger.call, noJournal, silentLog, null);
  blind.classify(heard, 9);
  assert.is(blind.heard, null);
});

test('the first end stands', () => {
  const { ledger, entries } = openLedger();
  assert.is(ledger.end('busy', 'the line is busy'), true);
  assert.is(ledger.end('hangup_api'), false);
  assert.is(ledger.call.endReason, 'busy');
  assert.is(ledger.status, 'failed');
  assert.is(entries.length, 1);
});

test('the run of a flow is counted with the end of its call, by its outcome', () => {
  const run = { flowId: 'flow_1', flowStep: 'queue' };
  const failed = openLedger(run);
  failed.ledger.end('hold_timeout');
  assert.equal(failed.entries[0]?.flowRun, { flowId: 'flow_1', succeeded: false });
  const connected = openLedger({ ...run, status: 'transferring' });
  connected.ledger.move('bridged');
  connected.ledger.end('hangup_owner');
  assert.equal(
    connected.entries.map(({ flowRun }) => flowRun),
    [undefined, { flowId: 'flow_1', succeeded: true }],
  );
  const neverBegun = openLedger({ flowId: 'flow_1' });
  neverBegun.ledger.end('busy');
  assert.is(neverBegun.entries[0]?.flowRun, undefined);
});

test('a listener hears the call as it was at its change', async () => {
  const { ledger } = openLedger();
  const ringing = waitForStatus(ledger, ['ringing'], 1);
  ledger.move('far_rings');
  ledger.end('hangup_api');
  assert.is((await ringing).status, 'ringing');
});

test('waiting for a change gives the unchanged call at the deadline, and when it is cancelled', async () => {
  const { ledger } = openLedger();
  assert.is((await waitForStatus(ledger, undefined, 0.01)).status, 'trying');
  const cancel = new AbortController();
  const waiting = waitForStatus(ledger, undefined, 60, cancel.signal);
  cancel.abort();
  assert.is((await waiting).status, 'trying');
});

test('a wait ends its subscription however it ends', async () => {
  let open = 0;
  const subscribe = (): (() => void) => {
    open += 1;
    return () => (open -= 1);
  };
  const signal = new AbortController();
  assert.is(await waitFor(signal.signal, 0.01, subscribe), 'timeout');
  const waiting = waitFor(signal.signal, 60, subscribe);
  signal.abort();
  await waiting.then(
    () => assert.unreachable('it was interrupted'),
    (error: unknown) => assert.instance(error, Interrupted),
  );
  assert.is(open, 0);
});

test.run();
