import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LegOutcome } from '../../src/calls/telephony.ts';
import { type ChannelEnd, outcomeOf } from '../../src/asterisk/legs/outcomes.ts';

const unanswered = { wasUp: false, wasReached: false, hungUpHere: false };

/** Q.850 cause, SIP code (0: none), whether it rang, what it means. */
const cases: [number, number, boolean, LegOutcome['kind']][] = [
  [17, 486, false, 'busy'],
  [17, 600, true, 'busy'],
  [17, 0, false, 'busy'],
  [34, 503, false, 'congestion'],
  [42, 0, false, 'congestion'],
  [1, 404, false, 'invalid_number'],
  [1, 604, false, 'invalid_number'],
  [28, 484, false, 'invalid_number'],
  [22, 410, false, 'invalid_number'],
  [21, 403, false, 'rejected'],
  [21, 603, true, 'rejected'],
  [21, 607, true, 'rejected'],
  [19, 480, true, 'no_answer'],
  [19, 480, false, 'unreachable'],
  [18, 408, true, 'no_answer'],
  [18, 408, false, 'unreachable'],
  [3, 0, false, 'unreachable'],
  [27, 502, false, 'unreachable'],
  [38, 500, true, 'unreachable'],
  [58, 488, false, 'unreachable'],
  [127, 0, false, 'unreachable'],
  [0, 0, false, 'unreachable'],
];

for (const [cause, code, wasReached, kind] of cases)
  test(`cause ${cause}, SIP ${code}${wasReached ? ', after ringing' : ''}: ${kind}`, () => {
    const end: ChannelEnd = { ...unanswered, cause, sipCode: code === 0 ? undefined : code, wasReached };
    assert.is(outcomeOf(end).kind, kind);
    assert.ok(outcomeOf(end).detail.length > 5);
  });

test('whatever the cause, a leg that was up was hung up, and one that was given up here is cancelled', () => {
  for (const cause of [16, 17, 19, 34, 127]) {
    const end = { ...unanswered, cause, sipCode: 486 };
    assert.is(outcomeOf({ ...end, wasUp: true }).kind, 'hangup');
    assert.is(outcomeOf({ ...end, wasUp: true, hungUpHere: true }).detail, 'hung up here');
    assert.is(outcomeOf({ ...end, hungUpHere: true }).kind, 'cancelled');
  }
});

test.run();
