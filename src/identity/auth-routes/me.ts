import type { Scope } from '../../domain/scope.ts';
import type { Recognised } from '../recognise.ts';

/** The body of /auth/me and of what signs a browser in. */
export interface Me {
  authenticated: boolean;
  owner: boolean;
  /** How the dashboard may offer to sign in. */
  sign_in: ('token' | 'provider')[];
  method?: 'token' | 'session' | 'access_token';
  scope?: Scope;
  name?: string;
  subject?: string | null;
  email?: string | null;
  expires_at?: string | null;
}

export function describeMe(who: Omit<Recognised, 'tokenId'> | undefined, hasProvider: boolean): Me {
  const signIn: Me['sign_in'] = hasProvider ? ['provider', 'token'] : ['token'];
  if (who === undefined) return { authenticated: false, owner: false, sign_in: signIn };
  return {
    authenticated: true,
    owner: who.isOwner,
    sign_in: signIn,
    method: who.kind,
    scope: who.scope,
    name: who.name,
    subject: who.subject,
    email: who.email,
    expires_at: Number.isFinite(who.expiresAtMs) ? new Date(who.expiresAtMs).toISOString() : null,
  };
}
