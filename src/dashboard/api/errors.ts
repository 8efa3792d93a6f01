/** What the API refused, or that it could not be reached. */
export class ApiError extends Error {
  /** 0 when no answer came at all. */
  readonly status: number;
  /** The server's own sentence; may be empty. */
  readonly detail: string;

  constructor(status: number, detail: string, options?: ErrorOptions) {
    super(detail === '' ? `status ${status}` : detail, options);
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
  }
}

/** What a person reads: by the status where the page knows better, else the server's words. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong in this page. Reload it to go on.';
  const { status, detail } = error;
  if (status === 0) return 'This page lost the gateway. Your call goes on without it.';
  if (status === 401) return 'Sign in again. What you typed is still here.';
  if (status === 403) return detail === '' ? 'You are signed in, but not as the owner.' : sentence(detail);
  if (status === 404) return 'This is not here (any more).';
  if (status === 429) return 'Too many tries. Wait a minute.';
  if (status === 503) return `I cannot do this now: ${detail === '' ? 'the gateway is not ready' : detail}.`;
  if (status >= 500) return 'Something broke in the gateway. Its log says more.';
  return detail === '' ? `The gateway refused this (${status}).` : sentence(detail);
}

/** The server's words begin small and end without a stop. */
export function sentence(detail: string): string {
  const text = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
