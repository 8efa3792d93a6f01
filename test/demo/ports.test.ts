import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { choosePorts, type DemoPorts } from '../../demo/ports.ts';
import { findFreePorts } from '../rig/free-ports.ts';

/** Every port that a choice stands for, those of the audio included. */
function all({ rtp, phoneSip, ...others }: DemoPorts): number[] {
  const audio = Array.from({ length: 1_100 }, (_, n) => rtp + n);
  return [...Object.values(others), phoneSip, phoneSip + 1, ...audio];
}

for (const [what, environment] of [
  ['the SIP ports reach up to that of HTTP', { PORT: '19080', SIP_PORT: '19060' }],
  ['SIP and HTTP are given the same', { PORT: '19060', SIP_PORT: '19060' }],
  ['HTTP and SIP lie where the audio is', { PORT: '10080', SIP_PORT: '10060', RTP_PORT_START: '10000' }],
  ['all are given the same', { PORT: '19060', SIP_PORT: '19060', ARI_PORT: '19060', MEDIA_PORT: '19060' }],
] as const)
  test(`no two things share a port when ${what}`, async () => {
    const ports = all(await choosePorts(environment));
    assert.is(new Set(ports).size, ports.length);
  });

test('a setting that is no port is named', async () => {
  for (const name of ['PORT', 'RTP_PORT_START']) {
    const fault = await choosePorts({ [name]: '80a' }).catch((error: Error) => error.message);
    assert.is(fault, `${name} is "80a", which is not a port`);
  }
});

test('a port that is taken is passed over', async () => {
  const taken = await findFreePorts(2);
  const squatter = createServer().listen(taken, '127.0.0.1');
  await once(squatter, 'listening');
  try {
    assert.is((await choosePorts({ SIP_PORT: String(taken) })).sip, taken + 1);
  } finally {
    squatter.close();
  }
});

test.run();
