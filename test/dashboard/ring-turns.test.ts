import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { tellTurns, turnsOf } from '../../src/dashboard/text/ring-turns.ts';

const [desk, kitchen, mobile] = [
  { name: 'Desk', priority: 1 },
  { name: 'Kitchen', priority: 1 },
  { name: 'Mobile', priority: 2 },
];

test('devices of one priority ring in one turn, and all do where the gateway rings them together', () => {
  const order = [desk, kitchen, mobile];
  assert.equal(turnsOf(order, 'in_order'), [[desk, kitchen], [mobile]]);
  assert.equal(turnsOf(order, 'together'), [order]);
  assert.equal(turnsOf([], 'together'), []);
});

test('what is told of their turns is how the gateway rings them', () => {
  const apart = [[desk], [mobile]];
  assert.is(tellTurns(apart, 'in_order', 25), 'One after the other, 25 s each, until you pick up.');
  assert.is(
    tellTurns(apart, 'overlap', 25),
    'One after the other, 25 s each, the next while the one before still rings, until you pick up.',
  );
  assert.is(tellTurns([[desk, mobile]], 'together', 25), 'All together, for 25 s, until you pick up.');
  assert.is(
    tellTurns([[desk, kitchen], [mobile]], undefined, undefined),
    'One after the other, until you pick up. Those under one bar ring together.',
  );
});

test.run();
