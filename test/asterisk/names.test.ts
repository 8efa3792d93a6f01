import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { endpointDialString, identityVariables, trunkDialString } from '../../src/asterisk/dial-strings.ts';
import { dtmfMilliseconds } from '../../src/asterisk/dtmf.ts';
import {
  deviceName,
  earNames,
  farName,
  parseName,
  snoopName,
  talkName,
} from '../../src/asterisk/leg-names.ts';
import { mediaStartChannel } from '../../src/asterisk/media-server.ts';
import { FrameCutter } from '../../src/asterisk/mulaw-frames.ts';
import { decodeMulaw } from '../../src/audio/g711.ts';
import { AppError } from '../../src/domain/errors.ts';

const callId = 'call_0aZ9';

test('a name tells its call and its part', () => {
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
  assert.is(trunkDialString('+12025550100'), 'PJSIP/+12025550100@trunk');
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
  for (const number of hostile) assert.throws(() => trunkDialString(number), isInvalid, number);
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

test('frames of 160 samples come out whatever the chunks, copied and in order', () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 500 }, (_, index) => (index * 7) % 256));
  const linear = [...bytes.subarray(0, 480)].map((octet) => decodeMulaw(octet));
  for (const size of [1, 3, 159, 160, 161, 320, 500]) {
    const cutter = new FrameCutter();
    const frames: Int16Array[] = [];
    for (let offset = 0; offset < bytes.length; offset += size)
      // An offset into a shared buffer, as a socket gives it.
      frames.push(
        ...cutter.push(Buffer.concat([Buffer.of(0), bytes.subarray(offset, offset + size)]).subarray(1)),
      );
    assert.is(frames.length, 3);
    assert.equal(
      frames.flatMap((frame) => [...frame]),
      linear,
    );
  }
});

test('each octet of µ-law is what G.711 says', () => {
  const frames = new FrameCutter().push(
    Buffer.from(Uint8Array.from({ length: 320 }, (_, octet) => octet % 256)),
  );
  const heard = frames.flatMap((frame) => [...frame]).slice(0, 256);
  // The ends of its segments (table 2a: 8031, 4191, 2079 … of 14 bits), from the loudest.
  assert.equal(
    [0x80, 0x8f, 0x9f, 0xaf, 0xbf, 0xcf, 0xdf, 0xef, 0xff].map((octet) => heard[octet]),
    [32124, 16764, 8316, 4092, 1980, 924, 396, 132, 0],
  );
  for (let octet = 0; octet < 0x80; octet++) assert.is(heard[octet], 0 - heard[octet + 0x80]!);
});

test('MEDIA_START names the channel', () => {
  const message =
    'MEDIA_START connection_id:media channel:WebSocket/media/0x7f channel_id:call_1.media.5 format:slin optimal_frame_size:320 ptime:20';
  assert.is(mediaStartChannel(message), 'call_1.media.5');
  for (const other of ['MEDIA_XOFF', 'HANGUP', 'MEDIA_START', ''])
    assert.is(mediaStartChannel(other), undefined);
});

test.run();
