import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Step } from '../../src/domain/flow.ts';
import { findFlowFault, followingStep } from '../../src/domain/flow.ts';

const listen: Step = { id: 'listen', type: 'LISTEN' };
const press: Step = { id: 'press', type: 'DTMF', dtmf: '2' };
const hold: Step = { id: 'hold', type: 'HOLD' };
const transfer: Step = { id: 'transfer', type: 'TRANSFER' };

test('a sound flow has no fault', () => {
  assert.is(findFlowFault([listen, press, hold, transfer]), undefined);
});

test('a missing next_step means the next in the array; TRANSFER is the end', () => {
  const steps = [listen, press, hold, transfer];
  assert.is(followingStep(steps, listen), 'press');
  assert.is(followingStep(steps, transfer), undefined);
});

const faults: [name: string, steps: Step[], expected: RegExp][] = [
  ['no step', [], /at least one step/],
  ['an id used twice', [listen, { ...press, id: 'listen' }], /"listen".*twice/],
  ['DTMF without digits', [{ id: 'press', type: 'DTMF' }], /"press".*"dtmf"/],
  ['WAIT without a time-out', [{ id: 'wait', type: 'WAIT' }], /"wait".*"timeout"/],
  ['SPEAK without text', [{ id: 'say', type: 'SPEAK' }], /"say".*"text"/],
  ['a next_step that does not exist', [{ ...listen, next_step: 'nowhere' }], /"listen".*"nowhere"/],
  ['a step after TRANSFER', [transfer, hold], /"hold".*cannot be reached/],
  ['a next_step on TRANSFER', [{ ...transfer, next_step: 'transfer' }], /"transfer".*ends the flow/],
  ['a loop of digits', [{ ...press, next_step: 'press' }], /"press".*endless loop/],
  [
    'a longer loop that never waits',
    [listen, press, { id: 'again', type: 'DTMF', dtmf: '9', next_step: 'press' }],
    /"press".*endless loop/,
  ],
  [
    'an option that leads nowhere',
    [{ ...listen, options: [{ match: 'billing', next_step: 'x' }] }],
    /"listen".*"billing".*"x"/,
  ],
  [
    'an option without an act',
    [{ ...listen, options: [{ match: 'billing' }] }],
    /"billing".*"dtmf" or "next_step"/,
  ],
  ['options on another step', [{ ...hold, options: [{ match: 'a', dtmf: '1' }] }], /"hold".*LISTEN/],
];
for (const [name, steps, expected] of faults)
  test(`fault: ${name}`, () => assert.match(findFlowFault(steps) ?? 'no fault', expected));

test('a loop that listens is allowed', () => {
  assert.is(
    findFlowFault([
      { ...listen, options: [{ match: 'support', next_step: 'hold' }] },
      { ...press, next_step: 'listen' },
      hold,
    ]),
    undefined,
  );
});

test.run();
