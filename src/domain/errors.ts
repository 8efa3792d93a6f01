/** The one error type: every adapter maps foreign failures to it once, at its own edge. */

/** Each code with its HTTP status. */
export const errorStatuses = {
  invalid: 400,
  refused: 400,
  unauthenticated: 401,
  forbidden: 403,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  changed: 412,
  too_large: 413,
  unsupported_media: 415,
  not_in_range: 416,
  rate_limited: 429,
  internal: 500,
  bad_upstream: 502,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof errorStatuses;

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** A sentence for a person; safe to show to a client. */
  readonly detail: string;
  /** The scope that is needed; only for `insufficient_scope`. */
  readonly neededScope: string | undefined;
  /** The credential that was shown opens nothing (any more); only for `unauthenticated`, and not where none was shown. */
  readonly isInvalidToken: boolean;
  /** When a repetition may succeed; undefined if that is not known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    options?: { cause?: unknown; neededScope?: string; isInvalidToken?: boolean; retryAfterSeconds?: number },
  ) {
    super(detail, options);
    this.code = code;
    this.detail = detail;
    this.neededScope = options?.neededScope;
    this.isInvalidToken = options?.isInvalidToken ?? false;
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }

  get status(): number {
    return errorStatuses[this.code];
  }
}

/** An outage is usually a restart, a lock or a full disk: there is no need to ask more often. */
export const awaySeconds = 5;

/** The database is unusable at the moment, for any statement. */
export class DatabaseAway extends AppError {
  constructor(detail: string, options?: { cause?: unknown }) {
    super('unavailable', detail, { ...options, retryAfterSeconds: awaySeconds });
  }
}

/** The AppError that was thrown, or that caused what was thrown: libraries wrap errors that pass through them. */
export function findAppError(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown;
  return thrown instanceof Error && thrown.cause !== undefined ? findAppError(thrown.cause) : undefined;
}

/** What was asked for is refused. After any other failure it may have been done, or may still be. */
export function isRefusal(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.status < 500;
}

/** Node's code of an error, such as ENOENT; empty without one. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

/** What was thrown, as text for a log line: its message, then the messages of its causes that are not part of it. */
export function describeError(thrown: unknown): string {
  return tellUnsaid(thrown, '');
}

function tellUnsaid(thrown: unknown, said: string): string {
  const own = wordsOf(thrown);
  const isNew = said === '' || !said.includes(own);
  const why =
    thrown instanceof AppError && thrown.cause !== undefined
      ? tellUnsaid(thrown.cause, `${said} ${own}`)
      : '';
  if (why === '') return isNew ? own : '';
  return isNew ? `${own} (${why})` : why;
}

function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  // A name with several addresses, none of which can be reached: Node's error has the reasons, and no message.
  if (thrown.message === '' && thrown instanceof AggregateError) return thrown.errors.map(wordsOf).join(', ');
  return thrown.message;
}
