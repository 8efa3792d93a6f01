import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { ChatDecider } from '../../src/menu-chat/chat-decider.ts';

const question = {
  intent: 'a wrong charge',
  company: 'Acme',
  transcript: 'for billing press two',
  options: [{ digits: '2', text: 'billing' }],
};

interface Asked {
  path: string | undefined;
  authorization: string | undefined;
  body: { model: string; messages: { role: string; content: string }[] };
}

/** A service that answers each request the same. */
async function withService(
  answer: { status?: number; body: string },
  act: (decider: ChatDecider, asked: Asked[]) => Promise<void>,
): Promise<void> {
  const asked: Asked[] = [];
  const read = async (request: IncomingMessage): Promise<Asked> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Asked['body'];
    return { path: request.url, authorization: request.headers.authorization, body };
  };
  const server = createServer((request, response) => {
    void read(request).then((each) => {
      asked.push(each);
      response.writeHead(answer.status ?? 200).end(answer.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await act(new ChatDecider({ url: `http://127.0.0.1:${port}`, apiKey: 'key', model: 'm' }), asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const saying = (content: string): string => JSON.stringify({ choices: [{ message: { content } }] });
const soon = (): AbortSignal => AbortSignal.timeout(5_000);

test('the question goes out as a chat, and the answer is read from it, also out of a block of code', async () => {
  const answer = '```json\n{"digits": "2", "reason": "it is about a charge"}\n```';
  await withService({ body: saying(answer) }, async (decider, asked) => {
    assert.equal(await decider.decide(question, soon()), { digits: '2', reason: 'it is about a charge' });
    const [{ path, authorization, body }] = asked as [Asked];
    assert.equal([path, authorization, body.model], ['/v1/chat/completions', 'Bearer key', 'm']);
    assert.equal(JSON.parse(body.messages[1]!.content), question);
  });
});

test('null is no choice', () =>
  withService({ body: saying('{"digits": null}') }, async (decider) => {
    assert.is(await decider.decide(question, soon()), undefined);
  }));

test('what is no decision is an error that says so', async () => {
  for (const body of [
    '',
    'no',
    '{}',
    saying('press two'),
    saying('{"digits": 2}'),
    saying('{}'),
    'x'.repeat(100_000),
  ])
    await withService({ body }, async (decider) => {
      const error = await decider.decide(question, soon()).catch((thrown: unknown) => thrown);
      assert.instance(error, AppError, body.slice(0, 40));
      assert.is((error as AppError).code, 'bad_upstream');
    });
  await withService({ status: 500, body: '' }, async (decider) => {
    const error = await decider.decide(question, soon()).catch((thrown: unknown) => thrown);
    assert.match((error as AppError).detail, /answers 500/);
  });
});

test.run();
