import { decodeProtectedHeader, errors as joseErrors, jwtVerify, type JWTPayload } from 'jose';
import * as client from 'openid-client';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../domain/errors.ts';
import { highestScope, type Scope } from '../../domain/scope.ts';
import { needsEmail, type Owner, personIn, type Person } from '../owner.ts';
import { digestOf } from '../secret.ts';
import type { Discovered, ProviderDiscovery } from './discovery.ts';
import { fromProvider } from './faults.ts';
import { clockToleranceSeconds, signatureAlgorithms } from './id-token.ts';

export interface VerifiedAccessToken {
  person: Person;
  scope: Scope;
  expiresAtMs: number;
}

export interface AccessTokenVerifier {
  /**
   * @returns undefined when the token is not a valid access token of the provider for this service.
   * @throws AppError `unavailable`, `bad_upstream` when the provider's keys cannot be fetched.
   */
  verify(token: string): Promise<VerifiedAccessToken | undefined>;
}

/** RFC 9068 section 2.1: no other kind of token has this type. */
const accessTokenTypes = ['at+jwt', 'application/at+jwt'];
/** Plus the plain type that many providers use instead, for ID tokens too. */
const acceptedTypes = [...accessTokenTypes, 'jwt'];

/** Accepts JSON Web Tokens only; opaque access tokens would need a request to the provider each time. */
export function createAccessTokenVerifier(needs: {
  discovery: ProviderDiscovery;
  /** The spellings of the service's address. One of them or the client id must be in `aud`. */
  addresses: readonly string[];
  clientId: string;
  owner: Owner | undefined;
  now: () => number;
}): AccessTokenVerifier {
  const { discovery, owner, now } = needs;
  const audiences = [...needs.addresses, needs.clientId];
  const emails = new LRUCache<string, Person>({ max: 100, ttl: 600_000 });

  /** Access tokens rarely carry an e-mail address. The provider is asked once per token. */
  async function withEmail(found: Discovered, token: string, person: Person): Promise<Person> {
    if (person.email !== null || !needsEmail(owner)) return person;
    const digest = digestOf(token);
    const known = emails.get(digest);
    if (known !== undefined) return known;
    try {
      const learnt = personIn(await client.fetchUserInfo(found.configuration, token, person.subject));
      emails.set(digest, learnt);
      return learnt;
    } catch (error) {
      const fault = fromProvider(error, 'userinfo');
      if (fault.code === 'unavailable') throw fault;
      // A token without access to userinfo has no e-mail address, so it cannot be the owner's.
      return person;
    }
  }

  return {
    async verify(token) {
      if (!mayBeAccessToken(token)) return undefined;
      const found = await discovery.discover();
      const claims = await verifyClaims(found, token, audiences, now());
      if (claims === undefined || claims.exp === undefined) return undefined;
      if (isOtherKind(claims) || !isSurelyForUs(token, claims, needs.clientId)) return undefined;
      const person = await withEmail(found, token, personIn(claims));
      return { person, scope: scopeIn(claims), expiresAtMs: claims.exp * 1000 };
    },
  };
}

/** Avoids a request to the provider for text that cannot be one of its access tokens. */
function mayBeAccessToken(token: string): boolean {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return false;
  try {
    const { typ = 'jwt', alg = '' } = decodeProtectedHeader(token);
    return acceptedTypes.includes(typ.toLowerCase()) && signatureAlgorithms.includes(alg);
  } catch {
    return false;
  }
}

async function verifyClaims(
  found: Discovered,
  token: string,
  audiences: readonly string[],
  nowMs: number,
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, found.keys, {
      issuer: found.configuration.serverMetadata().issuer,
      audience: [...audiences],
      algorithms: signatureAlgorithms,
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(nowMs),
      requiredClaims: ['sub', 'exp'],
    });
    return payload;
  } catch (error) {
    if (isProviderFault(error)) throw fromProvider(error, 'keys');
    return undefined;
  }
}

/**
 * An ID token may lack every distinguishing claim (OpenID Connect Core 1.0 section 2), but its audience is always the
 * client. So a token for the client is accepted only if the provider marks it as an access token: by the type of RFC
 * 9068, or by the claim `typ: Bearer`, which Keycloak sets. A token for the service's address needs no mark.
 */
function isSurelyForUs(token: string, claims: JWTPayload, clientId: string): boolean {
  if (![claims.aud].flat().includes(clientId)) return true;
  const { typ = '' } = decodeProtectedHeader(token);
  return accessTokenTypes.includes(typ.toLowerCase()) || isBearer(claims);
}

function isBearer(claims: JWTPayload): boolean {
  return typeof claims['typ'] === 'string' && claims['typ'].toLowerCase() === 'bearer';
}

/**
 * If the token's `scope` (RFC 9068 section 2.2.3) names scopes of this service, it has only those; otherwise it has
 * all of the owner's rights.
 */
function scopeIn(claims: JWTPayload): Scope {
  const named = typeof claims['scope'] === 'string' ? claims['scope'].split(' ') : [];
  return highestScope(named) ?? 'admin';
}

/**
 * ID, refresh and logout tokens are signed with the same keys and must not pass for access tokens (RFC 8725 section
 * 3.12).
 */
function isOtherKind(payload: JWTPayload): boolean {
  if ('nonce' in payload || 'at_hash' in payload || 'c_hash' in payload || 'events' in payload) return true;
  return payload['typ'] !== undefined && !isBearer(payload);
}

/** Any failure other than "this token is not valid": no answer, or one that is not a key set. */
function isProviderFault(error: unknown): boolean {
  if (error instanceof AppError || error instanceof joseErrors.JWKSTimeout) return true;
  if (error instanceof joseErrors.JWKSInvalid) return true;
  if (!(error instanceof joseErrors.JOSEError)) return true;
  return error.code === 'ERR_JOSE_GENERIC';
}
