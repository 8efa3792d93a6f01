import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatService } from '../../src/chat/ask-chat.ts';

export interface Asked {
  path: string | undefined;
  authorization: string | undefined;
  body: { model: string; messages: { role: string; content: string }[] };
}

/** The response of a chat service that says this. */
export const saying = (content: string): string => JSON.stringify({ choices: [{ message: { content } }] });

type Answer = { status?: number; body: string } | ((response: ServerResponse) => void);

/** A chat service on a port of this machine. @param answer to each request, by how many there have been with it. */
export async function withChat(
  answer: (asked: number) => Answer,
  act: (service: ChatService, asked: Asked[]) => Promise<void>,
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
      const given = answer(asked.push(each));
      if (typeof given === 'function') given(response);
      else response.writeHead(given.status ?? 200).end(given.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await act({ url: `http://127.0.0.1:${port}`, apiKey: 'key', model: 'm' }, asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
