import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LegOutcome } from '../../src/calls/telephony.ts';
import { type ChannelEnd, outcomeOf } from '../../src/asterisk/legs/outcomes.ts';

const unanswered = { wasUp: false, wasReached: false, hungUpHere: false, hungUpThere: true };

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
  [127, 487, true, 'no_answer'],
  [127, 487, false, 'unreachable'],
  [21, 407, false, 'rejected'],
  [127, 402, false, 'rejected'],
  [23, 302, false, 'unreachable'],
  [3, 420, false, 'unreachable'],
  [127, 433, false, 'rejected'],
  [18, 408, true, 'no_answer'],
  [18, 408, false, 'unreachable'],
  [3, 0, false, 'unreachable'],
  [27, 502, false, 'unreachable'],
  [38, 500, true, 'unreachable'],
  [58, 488, false, 'unreachable'],
  [19, 483, true, 'unreachable'],
  [102, 504, true, 'unreachable'],
  [34, 513, false, 'unreachable'],
  [127, 414, false, 'unreachable'],
  [34, 580, false, 'unreachable'],
  [127, 0, false, 'unreachable'],
  [0, 0, false, 'unreachable'],
];

for (const [cause, code, wasReached, kind] of cases)
  test(`cause ${cause}, SIP ${code}${wasReached ? ', after ringing' : ''}: ${kind}`, () => {
    const end: ChannelEnd = { ...unanswered, cause, sipCode: code === 0 ? undefined : code, wasReached };
    assert.is(outcomeOf(end).kind, kind);
    assert.ok(outcomeOf(end).detail.length > 5);
  });

test('why the trunk cannot be reached, if that is known, is told instead of a congestion', () => {
  const end: ChannelEnd = { ...unanswered, cause: 34, sipCode: 503 };
  const security = { mediaEncryption: 'none', transport: 'udp' } as const;
  const told = (fault: string | undefined): LegOutcome =>
    outcomeOf({ ...end, security: { ...security, fault: () => fault } });
  assert.equal(told('its name is not found in DNS'), {
    kind: 'unreachable',
    detail: 'its name is not found in DNS (SIP 503, Q.850 cause 34)',
  });
  assert.is(told(undefined).kind, 'congestion');
});

test('whatever the cause, a leg that was up was hung up, and one that was given up here is cancelled', () => {
  for (const cause of [16, 17, 19, 34, 127]) {
    const end = { ...unanswered, cause, sipCode: 486 };
    assert.is(outcomeOf({ ...end, wasUp: true }).kind, 'hangup');
    assert.is(outcomeOf({ ...end, wasUp: true, hungUpHere: true }).detail, 'hung up here');
    assert.is(outcomeOf({ ...end, hungUpHere: true }).kind, 'cancelled');
  }
});

test('an answered call that was cut off says so; one that somebody hung up does not', () => {
  const end = { ...unanswered, wasUp: true, sipCode: undefined };
  assert.match(outcomeOf({ ...end, cause: 41 }).fault ?? '', /cut off: temporary failure/);
  assert.match(outcomeOf({ ...end, cause: 38 }).fault ?? '', /out of order/);
  for (const cause of [0, 16, 17, 19, 21, 31, 127])
    assert.is(outcomeOf({ ...end, cause }).fault, undefined, `cause ${cause}`);
  assert.is(outcomeOf({ ...end, cause: 41, hungUpHere: true }).fault, undefined);
});

test('an answered call that nobody hung up was ended by Asterisk', () => {
  const end = { ...unanswered, wasUp: true, hungUpThere: false, sipCode: undefined };
  assert.match(outcomeOf({ ...end, cause: 16 }).fault ?? '', 'Asterisk ended it');
  assert.match(outcomeOf({ ...end, cause: 41 }).fault ?? '', 'temporary failure');
  assert.is(outcomeOf({ ...end, cause: 16, hungUpHere: true }).fault, undefined);
});

test('a call that its other end does not know any more, or where nobody answers, was cut off', () => {
  const end = { ...unanswered, wasUp: true };
  // With these causes Asterisk 22 reports them.
  for (const [cause, sipCode] of [
    [127, 406],
    [127, 481],
    [18, 408],
    [16, 408],
  ] as const)
    assert.match(outcomeOf({ ...end, cause, sipCode }).fault ?? '', `SIP ${sipCode}`);
  assert.is(outcomeOf({ ...end, cause: 16, sipCode: 408, hungUpHere: true }).fault, undefined);
});

test('whoever redirects is not followed, and it is said so', () => {
  for (const [cause, sipCode] of [
    [16, 301],
    [23, 302],
    [16, 305],
    [16, 380],
  ] as const)
    assert.match(outcomeOf({ ...unanswered, cause, sipCode }).detail, 'redirections are not followed');
});

test('a phone that takes no call says nothing of the network', () => {
  const end: ChannelEnd = { ...unanswered, cause: 34, sipCode: 503 };
  const phone = { mediaEncryption: 'none', transport: undefined } as const;
  assert.match(outcomeOf({ ...end, security: phone }).detail, /^it takes no calls now.* \(SIP 503/);
  assert.match(
    outcomeOf({ ...end, security: { ...phone, transport: 'udp' } }).detail,
    /network is congested/,
  );
  for (const [cause, sipCode, expected] of [
    [38, 500, /^it reports a fault of its own \(SIP 500/],
    [1, 404, /^it does not know the name that it was called by \(SIP 404/],
  ] as const)
    assert.match(outcomeOf({ ...end, cause, sipCode, security: phone }).detail, expected);
});

test('a login that the trunk refuses names its settings; a phone that asks for one has none', () => {
  const end: ChannelEnd = { ...unanswered, cause: 21, sipCode: 401 };
  const trunk = { mediaEncryption: 'none', transport: 'udp' } as const;
  assert.match(outcomeOf({ ...end, security: trunk }).detail, /TRUNK_USERNAME and TRUNK_PASSWORD/);
  assert.match(
    outcomeOf({ ...end, security: { ...trunk, transport: undefined } }).detail,
    /password is refused/,
  );
});

test.run();
