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
  /** When a repetition may succeed; undefined where that is not known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    options?: { cause?: unknown; neededScope?: string; retryAfterSeconds?: number },
  ) {
    super(detail, options);
    this.code = code;
    this.detail = detail;
    this.neededScope = options?.neededScope;
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }

  get status(): number {
    return errorStatuses[this.code];
  }
}

/** What is away is usually a restart, a lock or a full disk: nobody has to ask more often. */
export const awaySeconds = 5;

/** The database is unusable at the moment, for any statement. */
export class DatabaseAway extends AppError {
  constructor(detail: string, options?: { cause?: unknown }) {
    super('unavailable', detail, { ...options, retryAfterSeconds: awaySeconds });
  }
}

/** The AppError that was thrown, or that caused what was thrown: libraries wrap the errors that pass through them. */
export function findAppError(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown;
  return thrown instanceof Error && thrown.cause !== undefined ? findAppError(thrown.cause) : undefined;
}

/** What was thrown, as text for a log line. */
export function describeError(thrown: unknown): string {
  if (thrown instanceof AppError && thrown.cause !== undefined) {
    const why = describeError(thrown.cause);
    return thrown.detail.includes(why) ? thrown.detail : `${thrown.detail} (${why})`;
  }
  if (thrown instanceof Error) return thrown.message;
  return String(thrown);
}
