import { randomUUID } from 'node:crypto';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CancelledNotificationSchema,
  isJSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import type { ParameterizedContext } from 'koa';
import { AppError } from '../../domain/errors.ts';
import type { Exchange } from './session-table.ts';

const bothForms = ['application/json', 'text/event-stream'];

/** Handles a request of a known session; a GET or DELETE has no body. */
export async function continueSession(
  { ctx, identity, table }: Exchange,
  sessionId: string,
  body?: unknown,
): Promise<void> {
  const session = table.find('streamable', sessionId, identity);
  if (isJSONRPCRequest(body)) answerOnlyOnce(ctx, session.answering, body.id);
  session.open += 1;
  ctx.res.once('close', () => {
    session.open -= 1;
  });
  await handOver(ctx, session.transport, body, bothForms);
  // A cancelled request is not answered. The SDK leaves its response open for ever, and the session in use with it.
  const { data: cancelled } = CancelledNotificationSchema.safeParse(body);
  if (cancelled?.params.requestId !== undefined) session.transport.closeSSEStream(cancelled.params.requestId);
}

/**
 * The SDK finds the response for a request by its id: if two requests with the same id were under way, the first would get the second one's
 * answer, and the second none.
 * @throws AppError `conflict`
 */
function answerOnlyOnce(ctx: ParameterizedContext, answering: Set<RequestId>, id: RequestId): void {
  if (answering.has(id))
    throw new AppError(
      'conflict',
      `"id": the request ${JSON.stringify(id)} of this session is not answered yet`,
    );
  answering.add(id);
  ctx.res.once('close', () => answering.delete(id));
}

/** Handles an `initialize` request; the response names the session. */
export async function beginSession(
  { ctx, identity, table, createServer, keepAliveMs }: Exchange,
  body: unknown,
): Promise<void> {
  table.makeRoom(identity);
  const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    keepAliveMs,
    onsessioninitialized: (id) =>
      table.add({ kind: 'streamable', id, transport, answering: new Set() }, identity),
  });
  await connect(createServer(), transport, () => {
    if (transport.sessionId !== undefined) table.forget(transport.sessionId);
  });
  await handOver(ctx, transport, body, bothForms);
}

/**
 * Answers a single request without a session: enough for scripts, and clients of the protocol's stateless revisions
 * open none.
 */
export async function answerOnce({ ctx, createServer }: Exchange, body: unknown): Promise<void> {
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createServer();
  await connect(server, transport, () => undefined);
  // There is no session to end, and the response is over: a failure here affects nobody.
  ctx.res.once('close', () => void server.close().catch(() => undefined));
  await handOver(ctx, transport, body, ['application/json']);
}

async function connect(
  server: Server,
  transport: StreamableHTTPServerTransport,
  onClose: () => void,
): Promise<void> {
  server.onclose = onClose;
  // The class predates exactOptionalPropertyTypes: its optional handlers are declared `| undefined`.
  await server.connect(transport as Transport);
}

/** @param forms in which the answer may come. */
async function handOver(
  ctx: ParameterizedContext,
  transport: StreamableHTTPServerTransport,
  body: unknown,
  forms: readonly string[],
): Promise<void> {
  // The SDK looks for both names in the text of the header: curl's "*/*" and none at all accept them too (RFC 9110 section 12.5.1).
  if (forms.every((form) => ctx.accepts(form) !== false)) ctx.req.headers.accept = bothForms.join(', ');
  ctx.respond = false;
  await transport.handleRequest(ctx.req, ctx.res, body);
}
