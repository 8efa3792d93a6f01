import { readFile } from 'node:fs/promises';
import type { Context, Middleware, ParameterizedContext } from 'koa';
import { AppError } from '../../domain/errors.ts';
import { withoutSlash } from '../final-slash.ts';
import { requireReading } from '../require-reading.ts';
import type { PackedFile } from './packed-files.ts';
import { typeOf } from './file-types.ts';
import { readOnce } from './read-once.ts';
import { leaveSlash, sendFile } from './static-files.ts';

/** The build's output folder; missing when the service was started without a build. */
const builtFolder = new URL('../../../.holdfast/dashboard/', import.meta.url);

/** The pages that the script in index.html handles. A path with a slash at its end redirects here; every other path is a 404. */
const pages = [
  /^\/$/,
  /^\/calls(\/[0-9A-Za-z_.-]{1,100})?$/,
  /^\/flows(\/[0-9A-Za-z_.-]{1,100})?$/,
  /^\/devices(\/new)?$/,
  /^\/settings$/,
  /^\/sign-in$/,
];

/** Paths for programs: an unknown path below one of these is answered in JSON, even to a browser. */
const notPages = /^\/(api|auth|mcp|ws|health|provision|assets|\.well-known)(\/|$)/;

const suffixes = { br: '.br', gzip: '.gz' };
const yearSeconds = 31_536_000;

/** Serves only the files the build listed: no request path ever reaches the file system. */
export function serveDashboard(folder: URL = builtFolder): Middleware {
  const read = readOnce((name: string) =>
    readFile(new URL(name, folder)).catch((cause: unknown) => {
      throw unreadable(cause);
    }),
  );
  const list = readOnce(async (name: string) => {
    const files = await readListing(new URL(name, folder));
    await readAhead(files?.values() ?? []);
    return files;
  });

  /** A build for the next start replaces the folder, and in the new one the parts of this page have other names. */
  async function readAhead(files: Iterable<PackedFile>): Promise<void> {
    const names = [...files].flatMap(({ name, encodings }) => [
      name,
      ...encodings.map((encoding) => `${name}${suffixes[encoding]}`),
    ]);
    await Promise.allSettled(names.map(read)); // one that fails is read when it is asked for
  }

  return async (ctx, next) => {
    const files = await list('files.json');
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
    const bytes = await read(encoding === undefined ? name : `${name}${suffixes[encoding]}`);
    if (file.encodings.length > 0) ctx.vary('Accept-Encoding');
    sendFile(ctx, {
      bytes,
      type: typeOf(name),
      etag: `"${file.etag}${encoding === undefined ? '' : `-${encoding}`}"`,
      caching: file.immutable ? `public, max-age=${yearSeconds}, immutable` : 'no-cache',
      status: isLost ? 404 : 200,
      encoding,
    });
  };
}

/** Whether the request may come from a browser that was sent here: it gets a page that says that nothing is there. */
function mayBePage({ method, path }: Pick<ParameterizedContext, 'method' | 'path'>): boolean {
  return (method === 'GET' || method === 'HEAD') && !notPages.test(path);
}

function chooseEncoding(ctx: Context, file: PackedFile): 'br' | 'gzip' | undefined {
  const accepted = ctx.acceptsEncodings([...file.encodings, 'identity']);
  return accepted === 'br' || accepted === 'gzip' ? accepted : undefined;
}

/** Undefined without a build. @throws AppError `unavailable` */
async function readListing(file: URL): Promise<Map<string, PackedFile> | undefined> {
  try {
    const packed = JSON.parse(await readFile(file, 'utf8')) as PackedFile[];
    return new Map(packed.map((each) => [each.name, each]));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(cause);
  }
}

function unreadable(cause: unknown): AppError {
  return new AppError('unavailable', 'the files of the dashboard cannot be read now', { cause });
}
