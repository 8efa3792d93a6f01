import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Step } from '../../src/domain/flow.ts';
import { followingStep } from '../../src/domain/flow.ts';
import { describeFlowFaults, listFlowFaults } from '../../src/domain/flow-faults.ts';
import { digitsMask, maskSteps, unmaskSteps } from '../../src/domain/flow-secrets.ts';

const listen: Step = { id: 'listen', type: 'LISTEN' };
const press: Step = { id: 'press', type: 'DTMF', dtmf: '2' };
const hold: Step = { id: 'hold', type: 'HOLD' };
const transfer: Step = { id: 'transfer', type: 'TRANSFER' };

test('a sound flow has no fault', () => {
  assert.is(describeFlowFaults([listen, press, hold, transfer]), undefined);
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
    'a loop that waits for no time',
    [{ id: 'wait', type: 'WAIT', timeout: 0, next_step: 'wait' }],
    /"wait".*endless loop/,
  ],
  [
    'a loop that listens for hardly any time',
    [
      { ...listen, timeout: 0.05 },
      { ...press, next_step: 'listen' },
    ],
    /"listen".*endless loop/,
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
  ['digits that no step would send', [{ ...listen, dtmf: '2' }], /"listen".*DTMF/],
  ['a text that no step would say', [{ ...hold, text: 'hello' }], /"hold".*SPEAK/],
  ['a device that no step would ring', [{ ...hold, device: 'kitchen' }], /"hold".*TRANSFER/],
];
for (const [name, steps, expected] of faults)
  test(`fault: ${name}`, () => assert.match(describeFlowFaults(steps) ?? 'no fault', expected));

test('a loop that listens is allowed', () => {
  assert.is(
    describeFlowFaults([
      { ...listen, options: [{ match: 'support', next_step: 'hold' }] },
      { ...press, next_step: 'listen' },
      hold,
    ]),
    undefined,
  );
});

test('every fault is reported, with the step and the field that must change', () => {
  assert.equal(
    listFlowFaults([
      { id: 'press', type: 'DTMF' },
      { ...listen, next_step: 'nowhere' },
      { ...hold, next_step: 'gone' },
    ]).map(({ stepId, field }) => [stepId, field]),
    [
      ['press', 'dtmf'],
      ['listen', 'next_step'],
      ['hold', 'next_step'],
    ],
  );
  assert.equal(
    listFlowFaults([transfer, hold, press]).map(({ stepId, field }) => [stepId, field]),
    [
      ['hold', null],
      ['press', null],
    ],
  );
});

test('secret digits are masked, come back by the mask alone, and only to a step that is still secret', () => {
  const pin: Step = { id: 'pin', type: 'DTMF', dtmf: '123456', secret: true };
  const asked: Step = { id: 'ask', type: 'LISTEN', secret: true, options: [{ match: 'pin', dtmf: '77' }] };
  const masked = maskSteps([pin, asked, press]);
  assert.equal(
    [masked[0]?.dtmf, masked[1]?.options?.[0]?.dtmf, masked[2]?.dtmf],
    [digitsMask, digitsMask, '2'],
  );
  assert.equal(unmaskSteps(masked, [pin, asked, press]), [pin, asked, press]);
  assert.is(unmaskSteps([{ ...pin, dtmf: '9' }], [pin])[0]?.dtmf, '9');
  const { secret: _, ...open } = masked[0] as Step;
  assert.is(unmaskSteps([open], [pin])[0]?.dtmf, digitsMask);
  assert.match(describeFlowFaults([open]) ?? '', /"pin".*type them/);
  assert.match(describeFlowFaults(unmaskSteps(masked, [])) ?? '', /"pin".*type them/);
});

test.run();
