/** What the identity provider says about a person. */
export interface Person {
  subject: string;
  /** Only where the provider verified it. */
  email: string | null;
}

/**
 * Whether a person of the identity provider is the owner.
 * @param owner the provider's subject, or an e-mail address that the provider must have verified; without it nobody is.
 */
export function isOwner(person: Person, owner: string | undefined): boolean {
  if (owner === undefined || owner === '') return false;
  if (person.subject === owner) return true;
  return needsEmail(owner) && person.email?.toLowerCase() === owner.toLowerCase();
}

/** Whether the owner can only be told by e-mail address. */
export function needsEmail(owner: string | undefined): boolean {
  return owner !== undefined && owner.includes('@');
}

/** The person in an ID token's, an access token's or the userinfo's claims (OpenID Connect Core 1.0 section 5.1). */
export function personIn(claims: { sub?: unknown; email?: unknown; email_verified?: unknown }): Person {
  const email = typeof claims.email === 'string' && claims.email_verified === true ? claims.email : null;
  return { subject: typeof claims.sub === 'string' ? claims.sub : '', email };
}
