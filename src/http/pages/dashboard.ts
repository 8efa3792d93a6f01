import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Context, Middleware, ParameterizedContext } from 'koa';
import { withoutSlash } from '../final-slash.ts';
import type { PackedFile } from './packed-files.ts';
import { leaveSlash, requireReading } from './static-files.ts';

/** The build's output folder; missing when the service was started without a build. */
const builtFolder = new URL('../../../.holdfast/dashboard/', import.meta.url);

/** The pages that the script in index.html handles; with a slash at its end it leads here, and every other path is a 404. */
const pages = [
  /^\/$/,
  /^\/calls(\/[0-9A-Za-z_.-]{1,100})?$/,
  /^\/flows(\/[0-9A-Za-z_.-]{1,100})?$/,
  /^\/devices(\/new)?$/,
  /^\/settings$/,
  /^\/sign-in$/,
];

/** Where programs ask: a wrong path below stays JSON, whoever asks. */
const notPages = /^\/(api|auth|mcp|ws|health|provision|assets|\.well-known)(\/|$)/;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const suffixes = { br: '.br', gzip: '.gz' };
const yearSeconds = 31_536_000;

/** Serves only the files the build listed: no request path ever reaches the file system. */
export function serveDashboard(folder: URL = builtFolder): Middleware {
  let listing: Promise<Map<string, PackedFile> | undefined> | undefined;
  const bytes = new Map<string, Promise<Buffer>>();

  function read(name: string): Promise<Buffer> {
    const known = bytes.get(name) ?? readFile(new URL(name, folder));
    bytes.set(name, known);
    return known;
  }

  return async (ctx, next) => {
    listing ??= readListing(folder);
    const files = await listing;
    const path = withoutSlash(ctx.path);
    const isPage = pages.some((page) => page.test(path));
    if (isPage && path !== ctx.path && files !== undefined) return leaveSlash(ctx);
    const isNowhere = !isPage && files?.has(ctx.path.slice(1)) !== true && mayBePage(ctx);
    if (isNowhere) ctx.vary('Accept');
    const isLost = isNowhere && ctx.accepts('json', 'html') === 'html';
    const name = isPage || isLost ? 'index.html' : ctx.path.slice(1);
    const file = files?.get(name);
    if (file === undefined) return next();
    requireReading(ctx);
    const encoding = chooseEncoding(ctx as unknown as Context, file);
    ctx.set('Cache-Control', file.immutable ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
    ctx.set('ETag', `"${file.etag}${encoding === undefined ? '' : `-${encoding}`}"`);
    if (file.encodings.length > 0) ctx.vary('Accept-Encoding');
    ctx.type = types[extname(name)] ?? 'application/octet-stream';
    ctx.status = isLost ? 404 : 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    if (encoding !== undefined) ctx.set('Content-Encoding', encoding);
    ctx.body = await read(encoding === undefined ? name : `${name}${suffixes[encoding]}`);
  };
}

/** Whether a browser may have been sent here, which gets a page that says that nothing is there. */
function mayBePage({ method, path }: Pick<ParameterizedContext, 'method' | 'path'>): boolean {
  return (method === 'GET' || method === 'HEAD') && !notPages.test(path);
}

function chooseEncoding(ctx: Context, file: PackedFile): 'br' | 'gzip' | undefined {
  const accepted = ctx.acceptsEncodings([...file.encodings, 'identity']);
  return accepted === 'br' || accepted === 'gzip' ? accepted : undefined;
}

async function readListing(folder: URL): Promise<Map<string, PackedFile> | undefined> {
  const text = await readFile(new URL('files.json', folder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  return new Map((JSON.parse(text) as PackedFile[]).map((file) => [file.name, file]));
}
