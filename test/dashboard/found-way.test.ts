import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { flows } from '../../src/dashboard/state/stored/flows.ts';
import type { FlowSummary } from '../../src/dashboard/api/types.ts';
import { foundWayOf, learnedFlowOf } from '../../src/dashboard/state/call/found-way.ts';
import { event } from './live-calls.ts';

const chose = event(3, 'menu_option_chosen', { digits: '2', reason: 'it fits', fact: '' });
const reached = event(9, 'human_detected', { confidence: 1, transcript_excerpt: '', reason: 'a voice' });
const learned = event(90, 'flow_learned', { flow_id: 'flow_1', name: 'Acme' });
const known = (id: string) => ({ id, name: 'Acme, repaired' }) as FlowSummary;

test.before.each(() => void (flows.value = undefined));

test('a route is found by a call that is over and got past a menu to a person', () => {
  assert.is(foundWayOf([chose, reached], { status: 'on_hold', call_flow_id: null }), undefined);
  assert.is(foundWayOf([chose], { status: 'ended', call_flow_id: null }), undefined);
  assert.is(foundWayOf([chose, reached], { status: 'ended', call_flow_id: null }), 'new');
  assert.is(foundWayOf([chose, reached], { status: 'ended', call_flow_id: 'flow_1' }), 'repaired');
});

test('the call says what was kept, also for a flow that was repaired', () => {
  assert.is(learnedFlowOf('call_1', [chose, reached]), undefined);
  assert.equal(learnedFlowOf('call_1', [chose, reached, learned]), { id: 'flow_1', name: 'Acme' });
  flows.value = [known('flow_1')];
  assert.is(learnedFlowOf('call_1', [chose, reached, learned])?.name, 'Acme, repaired');
  flows.value = [];
  assert.is(learnedFlowOf('call_1', [chose, reached, learned]), undefined, 'the flow was deleted');
});

test('a flow that an older gateway learned is known by its id', () => {
  flows.value = [known('learned_call_1')];
  assert.is(learnedFlowOf('call_1', [chose, reached])?.id, 'learned_call_1');
});

test.run();
