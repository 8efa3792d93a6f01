import { isOffline, whenLost } from '../state/gateway/reach.ts';
import { ApiError } from './errors.ts';
import type { paths } from './schema.d.ts';

/**
 * The only client of the REST API. Paths, queries, bodies and responses are typed by the routes the service declares.
 */

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Operation<M extends Method, P extends keyof paths> = Exclude<paths[P][M], undefined>;
export type PathOf<M extends Method> = {
  [P in keyof paths]: [Operation<M, P>] extends [never] ? never : P;
}[keyof paths];

type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type Answers<Op> = Op extends { responses: infer Responses } ? Responses : never;
/** The response of a successful operation. */
export type Answer<M extends Method, P extends PathOf<M>> = JsonOf<
  Answers<Operation<M, P>>[keyof Answers<Operation<M, P>> & (200 | 201 | 202)]
>;
export type BodyOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { requestBody?: infer Request } ? JsonOf<NonNullable<Request>> : never;
type QueryOf<Op> = Op extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;
type ParametersOf<Op> = Op extends { parameters: { path: infer Path } } ? Path : never;

type Options<M extends Method, P extends PathOf<M>> = ([ParametersOf<Operation<M, P>>] extends [never]
  ? { path?: never }
  : { path: ParametersOf<Operation<M, P>> }) &
  ([QueryOf<Operation<M, P>>] extends [never] ? { query?: never } : { query?: QueryOf<Operation<M, P>> }) &
  BodyOption<M, P> & {
    /** Created when a form opens: pressing twice, or a retry on a bad network, places no second call. */
    idempotencyKey?: string;
    /** The `editTagOf` what the change is based on: refused with 412 if it was changed elsewhere. */
    ifMatch?: string | undefined;
    signal?: AbortSignal | undefined;
    /** Whether a POST does the same however often it arrives. */
    repeats?: boolean;
    /** Sent by the page itself, not by somebody who pressed a button: also while the gateway seems away. */
    background?: boolean;
  };
type BodyOption<M extends Method, P extends PathOf<M>> = [BodyOf<M, P>] extends [never]
  ? { body?: never }
  : Operation<M, P> extends { requestBody: object }
    ? { body: BodyOf<M, P> }
    : { body?: BodyOf<M, P> };
/** Options may be omitted only when none of them is required. */
type OptionsArgument<T> = object extends T ? [options?: T] : [options: T];

/** Called for every response that says this browser is not signed in. */
let onSignedOut: () => void = () => undefined;
export function whenSignedOut(tell: () => void): void {
  onSignedOut = tell;
}

/**
 * A change is refused at once while the gateway is away: the browser would send it later, when the network is back.
 * @throws ApiError for every refusal, with the server's `detail`, and with status 0 when the network fails.
 */
export async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[options]: OptionsArgument<Options<M, P>>
): Promise<Answer<M, P>> {
  const { body, idempotencyKey, ifMatch, signal, background = false, repeats = false } = options ?? {};
  if (method !== 'get' && !background && isOffline.peek()) throw new ApiError(0, '');
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
  if (ifMatch !== undefined) headers['If-Match'] = ifMatch;
  const init = {
    method: method.toUpperCase(),
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  };
  const repeatable = repeats || idempotencyKey !== undefined || method === 'put' || method === 'patch';
  const answer = await request(addressOf(path, options ?? {}), init, {
    patiencesMs: method === 'get' ? readsMs : repeatable ? repeatsMs : onceMs,
    isPressed: method !== 'get' && !background,
  });
  return answer as Answer<M, P>;
}

interface Sending {
  /** How long each try may take until its response starts; as many tries as there are. */
  patiencesMs: readonly number[];
  /** By somebody who waits for it, not by the page itself. */
  isPressed: boolean;
}

/** Longer than the service ever takes to start a response to a read. */
const readsMs = [4_000, 4_000, 4_000, 4_000];
/** For a change that does the same however often it arrives. A slow answer to the first try must not fail all. */
const repeatsMs = [4_000, 8_000, 16_000];
/** Longer than any change takes, a test ring included: a request that hangs on a dead connection must not block its button for ever. */
const onceMs = [60_000];
/** Longer than a slow network pauses within a response. */
const stallMs = 20_000;

const isDead = new Error('the connection is dead');

/**
 * A silent network closes nothing, and a browser keeps using its connections for minutes: what does the same however often it arrives is
 * sent again over another one, when its response does not start or stops half-way. Anything else is sent only once, and given up when the page
 * notices: its button can then be pressed again.
 */
async function fetchAnswer(
  address: string,
  init: RequestInit,
  { patiencesMs, isPressed }: Sending,
): Promise<[Response, string]> {
  const { signal } = init;
  for (let tries = 0; ;) {
    const silent = new AbortController();
    const unfollow = isPressed ? whenLost(() => silent.abort(isDead)) : () => undefined;
    // `AbortSignal.any` came to Safari with 17.4.
    const stop = (): void => silent.abort(signal?.reason);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted === true) stop();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waitFor = (ms: number | undefined): void => {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), ms);
    };
    waitFor(patiencesMs[tries]);
    try {
      const answer = await fetch(address, { ...init, signal: silent.signal });
      waitFor(stallMs);
      return [answer, await textOf(answer, () => waitFor(stallMs))];
    } catch (error) {
      if (!silent.signal.aborted || signal?.aborted === true) throw error;
      // A browser keeps up to six connections, and all may be dead: the reads that follow this have them closed.
      const beginsAnew = patiencesMs.length > 1 && silent.signal.reason === isDead;
      tries = beginsAnew ? 0 : tries + 1;
      // When the network is back, nobody expects what was pressed any more.
      if (tries === patiencesMs.length || (isPressed && isOffline.peek())) throw error;
    } finally {
      clearTimeout(timer);
      unfollow();
      signal?.removeEventListener('abort', stop);
    }
  }
}

/** The body, as `text()` reads it. @param onPart called with each part that comes. */
async function textOf({ body }: Response, onPart: () => void): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = '';
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) return text + decoder.decode();
    text += decoder.decode(part.value, { stream: true });
    onPart();
  }
}

async function request(address: string, init: RequestInit, sending: Sending): Promise<unknown> {
  let answer: Response;
  let text: string;
  try {
    [answer, text] = await fetchAnswer(address, { credentials: 'same-origin', ...init }, sending);
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    throw new ApiError(0, '', { cause });
  }
  if (answer.ok) return text === '' ? undefined : tagged(JSON.parse(text), answer.headers.get('etag'));
  if (answer.status === 401 && address.startsWith('/api/')) onSignedOut();
  const retryAfter = Number.parseInt(answer.headers.get('retry-after') ?? '', 10);
  throw new ApiError(answer.status, detailOf(text), {
    retryAfter: Number.isNaN(retryAfter) ? undefined : retryAfter,
  });
}

const editTags = new WeakMap<object, string>();

function tagged(body: unknown, tag: string | null): unknown {
  if (tag !== null && typeof body === 'object' && body !== null) editTags.set(body, tag);
  return body;
}

/** The state of what a response shows, for the `ifMatch` of a change; undefined for what has none, and for copies. */
export const editTagOf = (answer: object): string | undefined => editTags.get(answer);

function addressOf(path: string, options: { path?: unknown; query?: unknown }): string {
  const values = (options.path ?? {}) as Record<string, string>;
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(
    (options.query ?? {}) as Record<string, string | number | boolean | undefined>,
  ))
    if (value !== undefined && value !== '') query.set(name, String(value));
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

function detailOf(text: string): string {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === 'string' ? detail : '';
  } catch {
    return ''; // a proxy in between sent HTML
  }
}
