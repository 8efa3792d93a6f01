import { signal } from '@preact/signals';
import { type Answer, type BodyOf, call, whenSignedOut } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { signedOutAtMs } from './reach.ts';

/** Who is using this browser. The session's secret is an HttpOnly cookie, invisible to scripts. */

type Me = Answer<'get', '/auth/me'>;

export type SessionPhase =
  /** Not asked, or not answered, yet. */
  | 'unknown'
  | 'signed-in'
  /** Not signed in when the page opened: shows the sign-in page. */
  | 'signed-out'
  /** Ended while the page was in use: shows a dialog over the page, so that no input is lost. */
  | 'over';

export const sessionPhase = signal<SessionPhase>('unknown');
export const me = signal<Me | undefined>(undefined);

whenSignedOut(() => endSession());

/** The browser's tabs share a session: signing in in one signs in all. */
const tabs = new BroadcastChannel('holdfast-session');
tabs.onmessage = () => {
  const phase = sessionPhase.peek();
  if (phase === 'over' || phase === 'signed-out') void readSession().catch(() => undefined);
};

/** The session ended while the page was in use. */
export function endSession(): void {
  if (sessionPhase.peek() !== 'signed-in') return;
  signedOutAtMs.value = performance.now();
  sessionPhase.value = 'over';
}

/** @throws ApiError when the gateway cannot be reached. */
export async function readSession(): Promise<void> {
  settle(await call('get', '/auth/me'));
}

/**
 * Checks whether the session is still valid when something other than a response raised the doubt. @throws ApiError
 */
export async function checkSession(): Promise<void> {
  const answer = await call('get', '/auth/me');
  if (!answer.authenticated) endSession();
}

/** Why a one-time link did not sign in; shown next to the other ways. */
export const signInFault = signal('');

/** @throws ApiError with the gateway's reason. */
export async function signInWithToken(token: string): Promise<void> {
  await openSession({ token });
}

const linkIn = (): string | null => new URLSearchParams(location.hash.slice(1)).get('link');
export const hasLink = (): boolean => linkIn() !== null;
/** Out of the address, and not judged by the gateway yet. */
let openLink: string | undefined;

/**
 * Signs in with a one-time link: its secret is in the fragment, which no log sees, and is removed from the address at
 * once. Until the gateway has judged it, the next call presents it again.
 * @returns whether there was one.
 */
export async function signInWithLink(): Promise<boolean> {
  const link = linkIn() ?? openLink;
  if (link === undefined) return false;
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  openLink = link;
  try {
    // The page keeps trying by itself, also while the gateway seems away.
    await openSession({ link }, { background: true });
  } catch (error) {
    if (!isJudged(error)) throw error;
    openLink = undefined;
    signInFault.value =
      'This link was used already, or its ten minutes are over. Use a token, or make another link.';
    return false;
  }
  openLink = undefined;
  return true;
}

/** Refused for good, not only for now. */
function isJudged(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

async function openSession(
  body: BodyOf<'post', '/auth/session'>,
  { background = false } = {},
): Promise<void> {
  const answer = await call('post', '/auth/session', { body, background });
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

/** Where sign-in with the identity provider begins; it returns to `returnTo`. */
export function providerSignIn(returnTo: string): string {
  return `/auth/login?return_to=${encodeURIComponent(returnTo)}`;
}
