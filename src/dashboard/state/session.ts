import { signal } from '@preact/signals';
import { type Answer, type BodyOf, call, whenSignedOut } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';

/** Who uses this browser. The session's secret is an HttpOnly cookie that no script sees. */

type Me = Answer<'get', '/auth/me'>;

export type SessionPhase =
  /** Not asked yet, or no answer yet. */
  | 'unknown'
  | 'signed-in'
  /** Was not signed in when the page opened: the page of its own. */
  | 'signed-out'
  /** Ended while the page was in use: the dialog over the page, so that nothing typed is lost. */
  | 'over';

export const sessionPhase = signal<SessionPhase>('unknown');
/** The page opened without an answer of the gateway, from what the browser kept of it. */
export const isUnreached = signal(false);
export const me = signal<Me | undefined>(undefined);

whenSignedOut(() => endSession());

/** The tabs of this browser have one session: a sign-in in one of them is a sign-in in all. */
const tabs = new BroadcastChannel('holdfast-session');
tabs.onmessage = () => {
  if (sessionPhase.peek() === 'over') void readSession().catch(() => undefined);
};

/** The session ended while the page was in use. */
export function endSession(): void {
  if (sessionPhase.peek() === 'signed-in') sessionPhase.value = 'over';
}

/** @throws ApiError when the gateway cannot be asked. */
export async function readSession(): Promise<void> {
  settle(await call('get', '/auth/me'));
}

/** Whether the session still lives, when something other than an answer makes that doubtful. @throws ApiError */
export async function checkSession(): Promise<void> {
  const answer = await call('get', '/auth/me');
  if (!answer.authenticated) endSession();
}

/** Why a one-time link did not sign in; shown where another way is offered. */
export const signInFault = signal('');

/** @throws ApiError with what the gateway says of the token. */
export async function signInWithToken(token: string): Promise<void> {
  await openSession({ token });
}

const linkIn = (): string | null => new URLSearchParams(location.hash.slice(1)).get('link');
export const hasLink = (): boolean => linkIn() !== null;

/**
 * A one-time link: its secret stands behind the `#`, which no log sees, and leaves the address at once.
 * @returns whether there was one.
 */
export async function signInWithLink(): Promise<boolean> {
  const link = linkIn();
  if (link === null) return false;
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  try {
    await openSession({ link });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error;
    signInFault.value =
      'This link was used already, or its ten minutes are over. Use a token, or make another link.';
    return false;
  }
  return true;
}

async function openSession(body: BodyOf<'post', '/auth/session'>): Promise<void> {
  const answer = await call('post', '/auth/session', { body });
  if (!answer.authenticated) throw new ApiError(401, 'the token is not valid');
  signInFault.value = '';
  settle(answer);
}

function settle(answer: Me): void {
  me.value = answer;
  if (answer.authenticated && answer.owner) {
    if (sessionPhase.peek() !== 'signed-in') tabs.postMessage('signed in');
    sessionPhase.value = 'signed-in';
  } else if (sessionPhase.peek() !== 'over') sessionPhase.value = 'signed-out';
}

/** Where the identity provider's sign-in begins; it comes back to `returnTo`. */
export function providerSignIn(returnTo: string): string {
  return `/auth/login?return_to=${encodeURIComponent(returnTo)}`;
}
