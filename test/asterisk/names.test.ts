import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  endpointDialString,
  identityVariables,
  trunkDialString,
} from '../../src/asterisk/lines/dial-strings.ts';
import { dtmfMilliseconds } from '../../src/asterisk/legs/dtmf.ts';
import {
  deviceName,
  earNames,
  farName,
  parseName,
  snoopName,
  talkName,
} from '../../src/asterisk/legs/leg-names.ts';
import { mediaStartChannel } from '../../src/media/media-server.ts';
import { AppError } from '../../src/domain/errors.ts';

const callId = 'call_0aZ9';

test('a name contains its call and its part', () => {
  assert.equal(parseName(farName(callId)), { callId, part: 'far' });
  assert.equal(parseName(talkName(callId)), { callId, part: 'talk' });
  assert.equal(parseName(deviceName(callId, 'dev_x1')), { callId, part: 'device', deviceId: 'dev_x1' });
  const names = { ...earNames(callId), snoop: snoopName(callId) };
  for (const part of ['snoop', 'media', 'ear'] as const)
    assert.equal(parseName(names[part]), { callId, part });
});

test('no name is given twice', () => {
  const names = Array.from({ length: 1000 }, () => deviceName(callId, 'dev_x1'));
  assert.is(new Set(names).size, 1000);
});

test('foreign channels have no part', () => {
  for (const name of ['1700000000.12', 'call_1', 'call_1.far.x', 'call_1.dev.x', '', 'a b.far'])
    assert.is(parseName(name), undefined, name);
});

test('dial strings come from digits and names only', () => {
  assert.is(trunkDialString('+12025550100', undefined), 'PJSIP/+12025550100@trunk');
  for (const address of ['sip.example.net', '192.0.2.1:5080', '[2001:db8::1]:5061;transport=tls'])
    assert.is(
      trunkDialString('+12025550100', `sip:${address}`),
      `PJSIP/trunk/sip:+12025550100@${address}`,
      address,
    );
  for (const [format, dialled] of [
    ['e164', '+12025550100'],
    ['00', '0012025550100'],
    ['011', '01112025550100'],
    ['digits', '12025550100'],
  ] as const) {
    assert.is(trunkDialString('+12025550100', undefined, format), `PJSIP/${dialled}@trunk`);
    const contact = 'sip:sip.example.net';
    assert.is(trunkDialString('+12025550100', contact, format), `PJSIP/trunk/sip:${dialled}@sip.example.net`);
  }
  const others = [
    '',
    'sip:',
    'sip:me@sip.example.net',
    'sip:a/b',
    'sip:a&PJSIP/b',
    'sip:a,b',
    '<sip:a>',
    'sips:a',
  ];
  for (const contact of others)
    assert.is(trunkDialString('+12025550100', contact), 'PJSIP/+12025550100@trunk', contact);
  assert.is(endpointDialString('dev_x1'), 'PJSIP/dev_x1');
  assert.is(endpointDialString('alice.desk-1'), 'PJSIP/alice.desk-1');
  const hostile = [
    '',
    '911',
    '+1&PJSIP/x',
    '+12025550100@trunk',
    '+12025550100/n',
    ' +12025550100',
    '+1٢٣٤٥٦٧٨',
  ];
  for (const number of hostile) assert.throws(() => trunkDialString(number, undefined), isInvalid, number);
  for (const name of ['', 'a@b', 'a/b', 'a&b', 'a,b', '-a', 'a b', 'a\n'])
    assert.throws(() => endpointDialString(name), isInvalid, name);
});

function isInvalid(error: unknown): boolean {
  return error instanceof AppError && error.code === 'invalid';
}

test('an identity is a number or none', () => {
  assert.equal(identityVariables('+12025550199'), {
    'CONNECTEDLINE(all,i)': '"+12025550199" <+12025550199>',
  });
  for (const number of [undefined, '', '"x" <1>', '+1"']) assert.equal(identityVariables(number), {});
});

test('the time that digits take counts pauses', () => {
  assert.is(dtmfMilliseconds(''), 0);
  assert.is(dtmfMilliseconds('w'), 500);
  assert.is(dtmfMilliseconds('12w#'), 3 * dtmfMilliseconds('1') + 500);
});

test('MEDIA_START names the channel', () => {
  const message =
    'MEDIA_START connection_id:media channel:WebSocket/media/0x7f channel_id:call_1.media.5 format:slin optimal_frame_size:320 ptime:20';
  assert.is(mediaStartChannel(message), 'call_1.media.5');
  for (const other of ['MEDIA_XOFF', 'HANGUP', 'MEDIA_START', ''])
    assert.is(mediaStartChannel(other), undefined);
});

test.run();
