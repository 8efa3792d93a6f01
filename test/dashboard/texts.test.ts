import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { tellLine } from '../../src/dashboard/pages/first-run/line.ts';
import { nameBrowser } from '../../src/dashboard/text/browsers.ts';
import { nameCredential, tellSignIn } from '../../src/dashboard/text/credentials.ts';
import { calendarDay, nameDate, nameDay, nameMoment } from '../../src/dashboard/text/days.ts';
import { describeDevice, presenceOf, tellRing, userOf } from '../../src/dashboard/text/device-texts.ts';
import { writeRough, writeSpan, writeTotal } from '../../src/dashboard/text/formats.ts';
import { tellHeldAgain } from '../../src/dashboard/text/held-again.ts';
import { subjectOf } from '../../src/dashboard/text/names.ts';
import { tellNeverDialled } from '../../src/dashboard/text/never-dialled.ts';
import { plainReason } from '../../src/dashboard/text/reasons.ts';
import { sentence } from '../../src/dashboard/api/errors.ts';

const now = new Date(2026, 10, 22, 14, 30).getTime();

test('what is never dialled is what the policy says, not a fixed list', () => {
  const told = (kinds: string[], prefixes: string[] = []) =>
    tellNeverDialled({ blocked_number_types: kinds, blocked_prefixes: prefixes });
  assert.is(
    told(['premium_rate', 'uan', 'unknown'], ['+1900', '+979']),
    'emergency, premium rate, universal access, numbers in no plan, 2 prefixes',
  );
  assert.is(told([]), 'emergency');
});

test('a trunk that answers and does not accept the registration is no line to the world', () => {
  const answers = {
    configured: true,
    host: 'sip.example.net',
    transport: 'udp',
    registers: true,
    reachable: true,
  };
  const there = tellLine({ ok: true }, { ...answers, registered: true, detail: null });
  assert.equal(there, { isThere: true, detail: 'The trunk sip.example.net answers' });
  for (const registered of [null, true])
    assert.ok(tellLine({ ok: true }, { ...answers, registered, detail: null }).isThere);
  const detail = 'the trunk sip.example.net does not accept the registration';
  const refused = tellLine({ ok: true }, { ...answers, registered: false, detail });
  assert.equal(refused, {
    isThere: false,
    detail: 'The trunk sip.example.net does not accept the registration',
  });
  // Known before Asterisk has asked it for the first time.
  const unknown = { ...answers, reachable: null, registered: null, detail: 'the name is not found in DNS' };
  assert.is(tellLine({ ok: true }, unknown).detail, 'The name is not found in DNS');
  assert.match(tellLine({ ok: true }, { ...unknown, detail: null }).detail, 'I am checking');
});

test('the line below a name does not repeat it', () => {
  const bare = { intent: '', company: '', number: '+12025550107', mode: 'hold_slayer' } as const;
  assert.is(subjectOf(bare), 'I wait for you');
  assert.is(subjectOf({ ...bare, company: 'Acme' }), '+1 202 555 0107');
  assert.is(subjectOf({ ...bare, company: 'Acme', intent: 'my bill' }), 'my bill');
});

test('a total is cut as its rows are: it is never more than they add up to', () => {
  assert.equal([writeSpan(59.7), writeTotal(59.7)], ['0:59', '59 s']);
  assert.equal([writeSpan(119.9), writeTotal(119.9)], ['1:59', '1 min']);
  assert.equal([writeSpan(7199), writeTotal(7199)], ['1:59:59', '1 h 59 min']);
  assert.equal([writeRough(59.7), writeRough(7199.9)], ['1 min', '2 h']);
});

test('days are named as people name them', () => {
  assert.is(nameDay(now - 3_600_000, now), 'Today');
  assert.is(nameDay(new Date(2026, 10, 21, 23, 59).getTime(), now), 'Yesterday');
  assert.is(nameDay(new Date(2026, 10, 18, 9).getTime(), now), 'Wednesday 18 November');
  assert.match(nameDay(new Date(2025, 0, 3).getTime(), now), /2025/);
  assert.is(nameDate(new Date(2026, 9, 2).getTime(), now), '2 Oct');
  assert.is(nameMoment(new Date(2026, 10, 23, 1, 5).getTime(), now), 'tomorrow, 01:05');
  assert.is(nameDate(new Date(2026, 10, 24).getTime(), now), '24 Nov');
  assert.is(calendarDay(new Date(2026, 2, 5, 0, 10).getTime()), '2026-03-05');
});

test('reasons come without protocol codes and names of settings', () => {
  assert.is(plainReason('the line is busy (SIP 486, Q.850 cause 17)'), 'the line is busy');
  assert.is(plainReason('the far end hung up (Q.850 cause 16)'), 'the far end hung up');
  assert.is(plainReason('STT_ENGINE is none'), 'no recogniser is set up');
  assert.is(plainReason('no room (in the queue)'), 'no room (in the queue)');
  assert.is(
    plainReason('the owner sent the call back: it is on hold again'),
    'you sent the call back: it is on hold again',
  );
});

test('only a voice that the owner refused is not taken for a person again', () => {
  const told = (reason: string) => tellHeldAgain(reason).text;
  assert.match(told('the far end is not a person'), 'I will not take that voice');
  assert.not.match(told('no person after all: the music went on'), 'I will not take that voice');
  assert.match(told('no person after all: the music went on'), 'no person after all');
  assert.is(told('it is on hold again'), 'Back on hold. I ring you when a person answers.');
  assert.ok(tellHeldAgain('no device answered').isMissed);
});

test('who signed in is told without names of settings', () => {
  const byToken = { name: 'OWNER_TOKEN', opened_by: 'token', token_id: 'pat_configured' } as const;
  const person = { name: 'owner@example.com', opened_by: 'provider', token_id: null } as const;
  assert.is(tellSignIn(byToken), 'Signed in with the owner token');
  assert.is(tellSignIn(person), 'Signed in as owner@example.com');
  assert.is(tellSignIn(undefined), 'Signed in');
  assert.is(nameCredential({ ...byToken, name: 'Kitchen', token_id: 'pat_1' }), 'the token “Kitchen”');
  assert.is(nameCredential({ ...byToken, opened_by: 'link', token_id: null }), 'a one-time link');
});

test('a name becomes a user part that no network takes for a number', () => {
  assert.is(userOf('Kitchen phone'), 'kitchen-phone');
  assert.is(userOf('Büro Süd'), 'buro-sud');
  assert.is(userOf('4711'), 'phone-4711');
  assert.is(userOf('☎'), 'phone');
});

test('a test ring that nobody took is told in one sentence, without protocol codes', () => {
  const ring = { answered: false, seconds: 25.1 };
  assert.is(tellRing({ ...ring, detail: 'nobody answered' }), 'It rang for 25 s, and nobody answered.');
  assert.is(
    tellRing({ ...ring, detail: 'the line is busy (SIP 486, Q.850 cause 17)' }),
    'Not answered: the line is busy.',
  );
  assert.is(tellRing({ answered: true, seconds: 4.2, detail: null }), 'Answered after 4 s. It works.');
  assert.is(
    tellRing({ answered: true, seconds: 4.2, detail: 'no audio has come from it' }),
    'Answered after 4 s, but nobody would hear you: no audio has come from it.',
  );
});

test('a device is told by its kind and the address that a person looks for', () => {
  assert.equal(describeDevice({ type: 'external', sip_uri: 'tel:+12025550142' }), {
    kind: 'through the trunk',
    address: '+12025550142',
  });
  assert.is(
    describeDevice({ type: 'sip_phone', sip_uri: 'sip:desk@10.0.0.2;transport=tcp' }).address,
    'desk@10.0.0.2',
  );
});

test('a browser whose page is closed is asleep where a push wakes it, else offline', () => {
  assert.is(presenceOf({ is_online: true, can_wake: true }), 'online');
  assert.is(presenceOf({ is_online: false, can_wake: true }), 'asleep');
  assert.is(presenceOf({ is_online: false, can_wake: false }), 'offline');
});

test('browsers are named by what they are, unknown ones by what they say', () => {
  assert.is(
    nameBrowser(
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    ),
    'Chrome on Linux',
  );
  assert.is(
    nameBrowser(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    ),
    'Safari on iPhone',
  );
  assert.is(nameBrowser('curl/8'), 'curl/8');
  assert.is(nameBrowser(''), 'A browser');
});

test('a time in the gateway’s words, which is in UTC, is told as this browser’s', () => {
  const due = new Date(2020, 10, 22, 9, 5).toISOString();
  assert.is(
    plainReason(`due at ${due} and not placed within 5 min: it was not running`),
    'due at 09:05 on 22 Nov 2020 and not placed within 5 min: it was not running',
  );
  const nowMs = Date.now();
  assert.is(
    sentence(`Asterisk is not connected since ${new Date(nowMs).toISOString()}: it hung up`),
    `Asterisk is not connected since ${nameMoment(nowMs).replace('today, ', '')}: it hung up.`,
  );
});

test.run();
