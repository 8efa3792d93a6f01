import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openAriConnection } from '../../src/asterisk/ari/ari-client-edge.ts';
import { AppError } from '../../src/domain/errors.ts';

interface Described {
  /** Answers the request for one part of the description. */
  describe: (response: ServerResponse) => void;
  password?: string;
  /** The passwords that were presented. */
  presented?: Set<string | undefined>;
}

async function connectTo({ describe, password = 'nothing', presented }: Described): Promise<unknown> {
  const server = createServer((request, response) => {
    const [, encoded = ''] = request.headers.authorization?.split(' ') ?? [];
    presented?.add(Buffer.from(encoded, 'base64').toString().split(':')[1]);
    if (request.url?.endsWith('/resources.json') !== true) return describe(response);
    response.setHeader('Content-Type', 'application/json');
    const apis = ['asterisk', 'channels'].map((name) => ({ path: `/api-docs/${name}.{format}` }));
    const basePath = `http://${request.headers.host ?? ''}/ari`;
    response.end(JSON.stringify({ swaggerVersion: '1.1', basePath, apis }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await openAriConnection({
      url: `http://127.0.0.1:${port}`,
      username: 'nobody',
      password,
      applications: ['none'],
      onEvent: () => undefined,
      onClosed: () => undefined,
    }).catch((error: unknown) => error);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

// swagger-client threw in a callback when a part was refused, which ended the process.
test('an Asterisk that goes away, or refuses, while it describes its interface is unavailable', async () => {
  for (const describe of [
    (response: ServerResponse) => response.destroy(),
    (response: ServerResponse) => response.writeHead(503).end(),
  ]) {
    const thrown = await connectTo({ describe: (response) => void describe(response) });
    assert.instance(thrown, AppError);
    assert.is((thrown as AppError).code, 'unavailable');
  }
});

// ari-client keeps one password for the whole process.
test('connections that are made at the same time present their own passwords', async () => {
  const passwords = ['one', 'two', 'three'];
  const describe = (response: ServerResponse): void => void response.writeHead(503).end();
  const presented = await Promise.all(
    passwords.map(async (password) => {
      const seen = new Set<string | undefined>();
      await connectTo({ describe, password, presented: seen });
      return [...seen].filter((each) => each !== undefined);
    }),
  );
  assert.equal(
    presented,
    passwords.map((password) => [password]),
  );
});

test.run();
