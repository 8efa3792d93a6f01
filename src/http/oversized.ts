import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Context, Next } from 'koa';
import { settlesWithin } from '../async/settles-within.ts';

/** How long what a peer still sends of a refused body is discarded. */
const lingerMs = 2_000;

/**
 * Ends the response to a body that is too large only after what still arrives was discarded. The response itself is complete before. If
 * the connection were closed while bytes of the peer are unread, it would be reset, and the response lost (RFC 9112 section 9.6).
 */
export async function takeInOversized(ctx: Context, next: Next): Promise<void> {
  await next();
  if (ctx.status !== 413) return;
  const text = JSON.stringify(ctx.body);
  ctx.set('Connection', 'close'); // the rest may be endless
  ctx.type = 'json';
  ctx.body = Readable.from(thenDiscard(Buffer.from(text), ctx.req));
  ctx.length = Buffer.byteLength(text);
}

async function* thenDiscard(answer: Buffer, request: IncomingMessage): AsyncGenerator<Buffer> {
  yield answer;
  if (request.complete) return;
  const over = new Promise<void>((resolve) => {
    request.once('end', resolve);
    request.once('close', resolve);
  });
  request.resume();
  await settlesWithin(over, lingerMs);
}
