import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readFile } from 'node:fs/promises';
import type { CallStatus, CallTrigger } from '../../src/domain/call-status.ts';
import {
  callStatuses,
  callTriggers,
  endReasonNames,
  endTrigger,
  isFinal,
  nextStatus,
  transitions,
} from '../../src/domain/call-status.ts';
import { drawStatuses } from '../../docs/status-diagram.ts';

test('a hold-slayer call goes from dial to conversation', () => {
  const path: CallTrigger[] = [
    'far_rings',
    'flow_starts',
    'hold_begins',
    'person_heard',
    'device_dialled',
    'bridged',
    'over',
  ];
  const statuses = path.reduce<CallStatus[]>(
    (seen, trigger) => [...seen, nextStatus(seen.at(-1) as CallStatus, trigger)],
    ['trying'],
  );
  assert.equal(statuses, [
    'trying',
    'ringing',
    'navigating',
    'on_hold',
    'human_detected',
    'transferring',
    'connected',
    'ended',
  ]);
});

test('a call goes back on hold when nobody takes it, and when the owner sends it back', () => {
  assert.is(nextStatus('transferring', 'nobody_answers'), 'on_hold');
  assert.is(nextStatus('connected', 'sent_back'), 'on_hold');
});

test('nothing leaves a final status', () => {
  for (const status of callStatuses.filter(isFinal))
    for (const trigger of callTriggers) assert.throws(() => nextStatus(status, trigger), /no transition/);
});

test('every status that is not final can end and can fail', () => {
  for (const status of callStatuses.filter((candidate) => !isFinal(candidate))) {
    assert.is(nextStatus(status, 'over'), 'ended');
    assert.is(nextStatus(status, 'fails'), 'failed');
  }
});

test('every status can be reached from scheduled', () => {
  const seen = new Set<CallStatus>(['scheduled']);
  for (const status of seen) for (const to of Object.values(transitions[status])) seen.add(to);
  assert.equal([...seen].sort(), [...callStatuses].sort());
});

test('every end reason leads to a final status', () => {
  for (const reason of endReasonNames) assert.ok(isFinal(nextStatus('connected', endTrigger(reason))));
});

test('the documented diagram matches the table', async () => {
  const page = await readFile(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
  assert.ok(page.includes(drawStatuses()), 'run: npm run docs');
});

test.run();
