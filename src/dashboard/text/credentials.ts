/** What somebody signed in with, as people say it. */

interface SignedIn {
  /** The token's name, or the person at the provider. */
  name: string;
  opened_by: 'token' | 'provider' | 'link';
  token_id: string | null;
}

/** The one that the configuration sets (OWNER_TOKEN). */
export const isOwnerToken = (id: string | null): boolean => id === 'pat_configured';

/** `owner@example.com`, `the owner token`, `the token “Kitchen”`, `a one-time link`. */
export function nameCredential({ name, opened_by: by, token_id: tokenId }: SignedIn): string {
  if (by === 'provider') return name;
  if (by === 'link') return 'a one-time link';
  return isOwnerToken(tokenId) ? 'the owner token' : `the token “${name}”`;
}

/** Undefined while it is not known. */
export function tellSignIn(session: SignedIn | undefined): string {
  if (session === undefined) return 'Signed in';
  return `Signed in ${session.opened_by === 'provider' ? 'as' : 'with'} ${nameCredential(session)}`;
}
