import { describeError } from '../domain/errors.ts';
import type { WebhookMessage } from './message.ts';

/** What came of one attempt. */
export interface Attempt {
  succeeded: boolean;
  /** The receiver says that it is gone for good (410). */
  isGone: boolean;
  responseCode: number | null;
  error: string | null;
}

export type Send = (url: string, message: WebhookMessage) => Promise<Attempt>;

const timeoutMs = 10_000;

/** One POST. Redirects are not followed, and what the receiver answers is thrown away. */
export async function sendMessage(url: string, { headers, body }: WebhookMessage): Promise<Attempt> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await answer.body?.cancel();
    return {
      succeeded: answer.ok,
      isGone: answer.status === 410,
      responseCode: answer.status,
      error: answer.ok ? null : `answered ${answer.status}`,
    };
  } catch (error) {
    return { succeeded: false, isGone: false, responseCode: null, error: describeFailure(error) };
  }
}

/** `fetch` hides the reason in `cause`. */
function describeFailure(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `no answer within ${timeoutMs / 1000} s`;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return describeError(cause).slice(0, 200);
}
