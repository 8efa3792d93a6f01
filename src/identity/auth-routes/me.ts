import type { Recognised } from '../gate.ts';
import type { SessionRow } from '../sessions/session-store.ts';
import type { Me } from './contract.ts';

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

/** For a browser that was just given this session. */
export function describeNewSession(row: SessionRow, hasProvider: boolean): Me {
  return describeMe(
    {
      credentialId: row.id,
      kind: 'session',
      isOwner: true,
      scope: row.scope,
      name: row.email ?? row.subject,
      subject: row.subject,
      email: row.email,
      expiresAtMs: row.expiresAtMs,
    },
    hasProvider,
  );
}
