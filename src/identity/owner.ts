/** What the identity provider says about a person. */
export interface Person {
  subject: string;
  /** Only where the provider verified it. */
  email: string | null;
}

/** Whom `OWNER` names: by the provider's subject, or by an e-mail address. */
export type Owner = { by: 'subject'; subject: string } | { by: 'email'; email: string };

/**
 * With `@` it is an e-mail address, without a subject; `email:` and `sub:` in front say so. Never both: where people choose their
 * subjects, somebody could choose the owner's address.
 */
export function readOwner(text: string): Owner {
  const [, prefix, rest = ''] = /^(sub|email):(.+)$/s.exec(text) ?? [undefined, undefined, text];
  const isEmail = prefix === undefined ? rest.includes('@') : prefix === 'email';
  return isEmail ? { by: 'email', email: rest } : { by: 'subject', subject: rest };
}

/** Whether a person of the identity provider is the owner; without an owner nobody is. */
export function isOwner(person: Person, owner: Owner | undefined): boolean {
  if (owner === undefined) return false;
  if (owner.by === 'subject') return person.subject === owner.subject;
  return person.email?.toLowerCase() === owner.email.toLowerCase();
}

/** Whether the owner can only be recognised by e-mail address. */
export function needsEmail(owner: Owner | undefined): boolean {
  return owner?.by === 'email';
}

/** The person in an ID token's, an access token's or the userinfo's claims (OpenID Connect Core 1.0 section 5.1). */
export function personIn(claims: { sub?: unknown; email?: unknown; email_verified?: unknown }): Person {
  const email = typeof claims.email === 'string' && claims.email_verified === true ? claims.email : null;
  return { subject: typeof claims.sub === 'string' ? claims.sub : '', email };
}
