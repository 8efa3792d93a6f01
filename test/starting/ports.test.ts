import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertPortFree } from '../../src/embedded/listening-ports.ts';
import { describeBindFailure } from '../../src/listening/bind-failure.ts';
import { MediaServer } from '../../src/media/media-server.ts';
import { memoryLog } from '../store/fixtures.ts';
import { findFreePorts } from '../rig/free-ports.ts';

/** Of TEST-NET-1 (RFC 5737): no machine has it. */
const foreignAddress = '192.0.2.1';

const reasonOf = (begun: Promise<unknown>): Promise<string> =>
  begun.then(
    () => 'it was bound',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

test('a port that cannot be had is named with its settings and what to do', async () => {
  const port = await findFreePorts();
  const squatter = createServer().listen(port, '127.0.0.1');
  await once(squatter, 'listening');
  const media = { port, username: 'a', password: 'b', log: memoryLog() };
  try {
    assert.is(
      await reasonOf(MediaServer.listen({ ...media, host: '127.0.0.1' })),
      `TCP port ${port} on 127.0.0.1 is in use by another program; set MEDIA_PORT to a free port`,
    );
  } finally {
    squatter.close();
  }
  assert.is(
    await reasonOf(MediaServer.listen({ ...media, host: foreignAddress })),
    `${foreignAddress} is not an address of this machine; set MEDIA_HOST to one that is`,
  );
  const sip = { host: foreignAddress, port, portSetting: 'SIP_PORT', hostSetting: 'SIP_HOST' };
  for (const protocol of ['udp', 'tcp'] as const)
    assert.is(
      await reasonOf(assertPortFree({ ...sip, protocol })),
      `${foreignAddress} is not an address of this machine; set SIP_HOST to one that is`,
    );
});

test('a port below 1024, a name that is unknown, and any other reason', () => {
  const web = { protocol: 'tcp', host: 'box', port: 80, portSetting: 'PORT', hostSetting: 'HOST' } as const;
  const reason = (code: string): string =>
    describeBindFailure(web, Object.assign(new Error(`listen ${code}`), { code })).detail;
  assert.is(
    reason('EACCES'),
    'TCP port 80 on box may not be used by this user; set PORT to a port above 1023',
  );
  assert.is(reason('ENOTFOUND'), 'box cannot be resolved; set HOST to an address of this machine');
  assert.is(reason('EMFILE'), 'TCP port 80 on box (HOST, PORT) cannot be used: listen EMFILE');
});

test.run();
