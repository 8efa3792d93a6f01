import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { holdChoices, tellFault, tellStep } from '../../src/dashboard/text/flow-texts.ts';
import {
  changeOptions,
  changeStep,
  duplicateStep,
  firstSteps,
  insertStep,
  moveStep,
  removeStep,
  type Step,
} from '../../src/dashboard/pages/flows/steps.ts';

const steps: Step[] = [
  { id: 'a', type: 'LISTEN', timeout: 30, options: [{ match: 'claims', next_step: 'c' }] },
  { id: 'b', type: 'DTMF', dtmf: '1', next_step: 'c' },
  { id: 'c', type: 'HOLD', timeout: 7200 },
];
const ids = (list: readonly Step[]) => list.map(({ id }) => id).join('');

test('a new step gets an id that no other has, wherever it is put', () => {
  const twice = insertStep(insertStep(steps, 1, 'DTMF'), 1, 'DTMF');
  assert.is(new Set(twice.map(({ id }) => id)).size, 5);
  assert.is(twice[1]?.type, 'DTMF');
  assert.is(steps.length, 3);
});

test('steps are moved without losing one', () => {
  assert.is(ids(moveStep(steps, 0, 2)), 'bca');
  assert.is(ids(moveStep(steps, 2, 0)), 'cab');
});

test('what led to a removed step leads to the next one', () => {
  const left = removeStep(steps, 2);
  assert.is(ids(left), 'ab');
  assert.is(left[1]?.next_step, undefined);
  assert.is(left[0]?.options?.[0]?.next_step, undefined);
  assert.is(steps[1]?.next_step, 'c');
});

test('a copy follows its original and jumps nowhere', () => {
  const copied = duplicateStep(steps, 1);
  assert.is(copied[2]?.dtmf, '1');
  assert.is(copied[2]?.next_step, undefined);
  assert.is.not(copied[2]?.id, 'b');
});

test('an emptied field is left out, since the gateway refuses an empty one', () => {
  assert.not.ok('dtmf' in (changeStep(steps, 1, { dtmf: '' })[1] as object));
  assert.not.ok('timeout' in (changeStep(steps, 0, { timeout: undefined })[0] as object));
  assert.not.ok('options' in (changeOptions(steps, 0, [])[0] as object));
});

test('a new flow listens, presses, holds and rings', () => {
  assert.equal(
    firstSteps().map(({ type }) => type),
    ['LISTEN', 'DTMF', 'HOLD', 'TRANSFER'],
  );
});

test('hidden digits are never shown', () => {
  assert.is(tellStep({ type: 'DTMF', dtmf: '12345', secret: true }), 'Press ••••');
  assert.is(tellStep({ type: 'DTMF', dtmf: '1' }), 'Press 1');
});

test('known faults are in plain words, others as the gateway says them', () => {
  assert.match(tellFault('DTMF', 'dtmf', 'a DTMF step needs "dtmf"'), /^Which digits\?/);
  assert.is(tellFault('LISTEN', 'next_step', 'leads nowhere'), 'Leads nowhere.');
});

test('a stored hold limit that is not a usual one stays among the choices', () => {
  assert.ok(holdChoices(5400).some(({ seconds, text }) => seconds === 5400 && text === '1.5 hours'));
  assert.is(holdChoices(7200).length, holdChoices(undefined).length);
});

test.run();
