import { withLocalTimes } from '../text/days.ts';
import { writeRough } from '../text/formats.ts';

/** A refusal by the API, or a failure to reach it. */
export class ApiError extends Error {
  /** 0 when there was no response. */
  readonly status: number;
  /** The server's message; may be empty. */
  readonly detail: string;
  /** Seconds until a retry is allowed; undefined when the server does not say. */
  readonly retryAfter: number | undefined;

  constructor(status: number, detail: string, options?: ErrorOptions & { retryAfter?: number | undefined }) {
    super(detail === '' ? `status ${status}` : detail, options);
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
    this.retryAfter = options?.retryAfter;
  }
}

/** Whether a change was refused because another window or program was faster. */
export const isChangedElsewhere = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 412;

/** The message for the user: by status where the page knows better, else the server's words. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Reload it to continue.';
  const { status, detail } = error;
  if (status === 0) return 'This page lost the gateway. Calls go on without it.';
  if (status === 401) return 'Sign in again. What you typed is still here.';
  if (status === 403) return detail === '' ? 'You are signed in, but not as the owner.' : sentence(detail);
  if (status === 404) return 'This does not exist (any more).';
  if (status === 412)
    return 'This was changed elsewhere after you opened it. Your changes are not saved yet.';
  if (status === 429) return explainWait(detail, error.retryAfter);
  if (status === 503)
    return `I cannot do this now: ${detail === '' ? 'the gateway is not ready' : withLocalTimes(detail)}.`;
  if (detail === '' && (status === 502 || status === 504))
    return 'A proxy answers, but not the gateway behind it.';
  if (status >= 500) return 'Something broke in the gateway. Its log says more.';
  return detail === '' ? `The gateway refused this (${status}).` : sentence(detail);
}

/** The dialling policy names its rule first, which its words repeat: `max_calls_per_hour: 20 dials went …`. */
const ruleName = /^[a-z]+(_[a-z]+)+: /;

/** Server messages start in lower case and have no full stop. */
export function sentence(detail: string): string {
  const told = withLocalTimes(detail.replace(ruleName, ''));
  const text = told.charAt(0).toUpperCase() + told.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What was limited, and when to try again. */
function explainWait(detail: string, seconds: number | undefined): string {
  const isPlain = detail === '' || detail.startsWith('too many requests');
  if (seconds === undefined) return isPlain ? 'Too many tries. Wait a minute.' : sentence(detail);
  const why = isPlain ? 'Too many tries.' : sentence(detail);
  return `${why} Try again in ${seconds < 1 ? 'a second' : writeRough(seconds)}.`;
}
