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
    for (const text of ['80a', '-1', '70000']) {
      const fault = await choosePorts({ [name]: text }).catch((error: Error) => error.message);
      assert.is(fault, `${name} is "${text}", which is not a port`);
    }
  }
});

test('audio that would need ports beyond the last is refused before anything starts', async () => {
  const fault = await choosePorts({ RTP_PORT_START: '65000' }).catch((error: Error) => error.message);
  assert.is(fault, 'RTP_PORT_START is 65000, and the demo needs 1100 ports from there on; the last is 65535');
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
