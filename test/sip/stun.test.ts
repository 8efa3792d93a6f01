import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findOutsideAddress } from '../../src/sip/outside-address.ts';
import { askStun, mappedAddress } from '../../src/sip/stun.ts';
import { stunAnswer } from '../rig/stun-answer.ts';

/** The sample response of RFC 5769, section 2.2. */
const sample = Buffer.from(
  '0101003c2112a442b7e7a701bc34d686fa87dfae8022000b7465737420766563746f7220002000080001a147e112a643000800142b91f599fd9e90c38c7489f92af9ba53f06be7d780280004c07d4c96',
  'hex',
);
const sampleTransaction = Buffer.from('b7e7a701bc34d686fa87dfae', 'hex');

test("the RFC's own example is read", () => {
  assert.is(mappedAddress(sample, sampleTransaction), '192.0.2.1');
});

test('a packet that does not answer this request is ignored, whatever it contains', () => {
  assert.is(mappedAddress(sample, randomBytes(12)), undefined);
  for (let length = 0; length < sample.length; length++) {
    const found = mappedAddress(sample.subarray(0, length), sampleTransaction);
    assert.ok(found === undefined || found === '192.0.2.1', `${length} bytes: ${found}`);
  }
  for (let round = 0; round < 2000; round++) {
    const noise = Buffer.concat([sample.subarray(0, 20), randomBytes(round % 64)]);
    const found = mappedAddress(noise, sampleTransaction);
    assert.ok(found === undefined || /^\d+\.\d+\.\d+\.\d+$/.test(found));
  }
});

test('a server is asked again when the first answer is lost', async () => {
  const server = createSocket('udp4');
  let asked = 0;
  server.on('message', (request, from) => {
    asked += 1;
    if (asked > 1) server.send(stunAnswer(request, '203.0.113.7'), from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const stun = { host: '127.0.0.1', port: server.address().port };
  try {
    assert.is(await findOutsideAddress({ externalAddress: 'auto', stun }), '203.0.113.7');
    assert.ok(asked >= 2); // a busy machine may be asked once more before its answer is seen
  } finally {
    server.close();
  }
});

test('an unreachable server, and a name that does not exist, are reported', async () => {
  await askStun({ host: '127.0.0.1', port: 9 }, 300).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /the STUN server 127\.0\.0\.1:9/),
  );
  await findOutsideAddress({ externalAddress: 'nowhere.invalid', stun: undefined }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /EXTERNAL_ADDRESS nowhere\.invalid/),
  );
});

test('an address is itself, and none is none', async () => {
  assert.is(await findOutsideAddress({ externalAddress: '203.0.113.7', stun: undefined }), '203.0.113.7');
  assert.is(await findOutsideAddress({ externalAddress: undefined, stun: undefined }), undefined);
});

test.run();
