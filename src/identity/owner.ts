/** What the identity provider says about a person. */
export interface Person {
  subject: string;
  /** Set only if the provider verified it. */
  email: string | null;
}

/** Who `OWNER` names: by the provider's subject, or by e-mail address. */
export type Owner = { by: 'subject'; subject: string } | { by: 'email'; email: string };

/**
 * With `@` it is an e-mail address, otherwise a subject; the prefixes `email:` and `sub:` are explicit. Never both:
 * where people choose their own subject, someone could choose the owner's address.
 */
export function readOwner(text: string): Owner {
  const [, prefix, rest = ''] = /^(sub|email):(.+)$/s.exec(text) ?? [undefined, undefined, text];
  const isEmail = prefix === undefined ? rest.includes('@') : prefix === 'email';
  return isEmail ? { by: 'email', email: rest } : { by: 'subject', subject: rest };
}

/** Whether a person at the identity provider is the owner; with no owner configured nobody is. */
export function isOwner(person: Person, owner: Owner | undefined): boolean {
  if (owner === undefined) return false;
  if (owner.by === 'subject') return person.subject === owner.subject;
  return person.email?.toLowerCase() === owner.email.toLowerCase();
}

/** In words that follow "you are signed in, but". */
export function whyNotOwner(person: Pick<Person, 'email'>, owner: Owner | undefined): string {
  return lacksEmail(person, owner)
    ? 'it gives no verified e-mail address (email_verified) by which the owner could be recognised'
    : 'not as the owner; to use another account, sign out there first';
}

/** Whether it may be the owner, whom only an e-mail address could show. */
export function lacksEmail({ email }: Pick<Person, 'email'>, owner: Owner | undefined): boolean {
  return needsEmail(owner) && email === null;
}

/** Whether the owner can be recognised only by e-mail address. */
export function needsEmail(owner: Owner | undefined): boolean {
  return owner?.by === 'email';
}

/**
 * The person in the claims of an ID token, access token or userinfo response (OpenID Connect Core 1.0 section 5.1).
 */
export function personIn(claims: { sub?: unknown; email?: unknown; email_verified?: unknown }): Person {
  const email = typeof claims.email === 'string' && claims.email_verified === true ? claims.email : null;
  return { subject: typeof claims.sub === 'string' ? claims.sub : '', email };
}
