import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Listeners } from '../../src/async/listeners.ts';

const test = suite('listeners');

function listening() {
  const errors: [string, Record<string, unknown> | undefined][] = [];
  const log = { error: (...line: (typeof errors)[0]) => void errors.push(line) };
  const listeners = new Listeners<[digit: string]>(log, 'a key listener', (digit) => ({ digit }));
  return { listeners, errors, heard: [] as string[] };
}

test('every listener gets every event until it leaves', () => {
  const { listeners, heard } = listening();
  const leave = listeners.add((digit) => heard.push(`one ${digit}`));
  listeners.add((digit) => heard.push(`two ${digit}`));
  listeners.emit('1');
  leave();
  listeners.emit('2');
  assert.equal(heard, ['one 1', 'two 1', 'two 2']);
  assert.is(listeners.size, 1);
});

test('a listener that throws is logged, and the others are called all the same', () => {
  const { listeners, errors, heard } = listening();
  listeners.add(() => {
    throw new Error('broken');
  });
  listeners.add((digit) => heard.push(digit));
  listeners.emit('#');
  assert.equal(heard, ['#']);
  assert.equal(errors, [['a key listener failed', { digit: '#', error: 'broken' }]]);
});

test('a listener that another removes gets nothing more; one that is added gets the next event', () => {
  const { listeners, heard } = listening();
  const leaves: (() => void)[] = [];
  listeners.add((digit) => {
    heard.push(`first ${digit}`);
    for (const leave of leaves.splice(0)) leave();
    if (digit === '1') listeners.add((later) => heard.push(`late ${later}`));
  });
  leaves.push(listeners.add((digit) => heard.push(`removed ${digit}`)));
  listeners.emit('1');
  listeners.emit('2');
  assert.equal(heard, ['first 1', 'first 2', 'late 2']);
});

test.run();
