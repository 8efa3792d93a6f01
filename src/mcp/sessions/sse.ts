import type { ServerResponse } from 'node:http';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Exchange } from './session-table.ts';

/** What may wait for a host that does not read its stream; as for the event stream. */
const maxUnreadBytes = 1_048_576;

/** Ends a stream that is not read: the messages posted meanwhile would otherwise pile up their answers in memory. */
class BoundedTransport extends SSEServerTransport {
  readonly #stream: ServerResponse;

  constructor(stream: ServerResponse) {
    super('/mcp/', stream);
    this.#stream = stream;
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    await super.send(message);
    if (this.#stream.writableLength > maxUnreadBytes) this.#stream.destroy();
  }
}

/** The HTTP+SSE transport (MCP 2024-11-05): the stream names the address for posting messages. */
export async function openSseStream({
  ctx,
  identity,
  table,
  createServer,
  keepAliveMs,
}: Exchange): Promise<void> {
  table.makeRoom(identity);
  ctx.respond = false;
  ctx.res.setHeader('X-Accel-Buffering', 'no');
  const transport = new BoundedTransport(ctx.res);
  const server = createServer();
  const keepAlive = setInterval(() => ctx.res.write(': keep-alive\n\n'), keepAliveMs);
  keepAlive.unref();
  table.add({ kind: 'sse', id: transport.sessionId, transport }, identity);
  table.find('sse', transport.sessionId, identity).open = 1;
  server.onclose = () => {
    clearInterval(keepAlive);
    table.forget(transport.sessionId);
  };
  await server.connect(transport);
}

/** Accepts a message for an open stream; the response is sent on the stream. */
export async function acceptSseMessage(exchange: Exchange, streamId: string, body: unknown): Promise<void> {
  const { ctx, identity, table } = exchange;
  await table.find('sse', streamId, identity).transport.handleMessage(body);
  ctx.status = 202;
  ctx.body = 'Accepted';
}

/** Answers a message for an open stream without handing it to the server. */
export async function answerOnStream(
  { ctx, identity, table }: Exchange,
  streamId: string,
  answer: JSONRPCMessage,
): Promise<void> {
  await table.find('sse', streamId, identity).transport.send(answer);
  ctx.status = 202;
  ctx.body = 'Accepted';
}
