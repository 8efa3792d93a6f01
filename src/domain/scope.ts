import { AppError } from './errors.ts';

/**
 * What a credential may do; each scope includes those before it. `read`: look at everything. `calls`: place and control calls.
 * `admin`: change what outlives a call (flows, devices, webhooks, tokens).
 */
export const scopes = ['read', 'calls', 'admin'] as const;
export type Scope = (typeof scopes)[number];

export function covers(granted: Scope, needed: Scope): boolean {
  return scopes.indexOf(granted) >= scopes.indexOf(needed);
}

/** The one place where scopes are compared. @throws AppError `insufficient_scope` naming the scope that is needed. */
export function requireScope(granted: Scope, needed: Scope): void {
  if (covers(granted, needed)) return;
  throw new AppError(
    'insufficient_scope',
    `this needs a token with the scope "${needed}"; yours has the scope "${granted}"`,
    { neededScope: needed },
  );
}

/** The highest of the scopes that a list names; undefined when it names none of them. */
export function highestScope(names: readonly string[]): Scope | undefined {
  return scopes.findLast((scope) => names.includes(scope));
}

/**
 * Checks at start what the compiler cannot see: everything that can be requested declares the scope that it needs.
 * @throws Error: a defect of this program.
 */
export function assertScopeDeclared(what: string, scope: Scope): void {
  if (!scopes.includes(scope)) throw new Error(`${what} declares no scope`);
}
