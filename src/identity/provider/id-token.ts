import { jwtVerify, type JWTPayload } from 'jose';
import type { Discovered } from './discovery.ts';

/** Asymmetric signatures only: with `none` or HMAC anyone who knows the client could sign (RFC 8725 section 3.1). */
export const signatureAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Tolerates small clock differences between machines. */
export const clockToleranceSeconds = 30;

/**
 * Verifies an ID token's signature, in addition to the claims that openid-client checks. It uses the same keys as
 * access tokens, so both follow the provider's key rotation.
 */
export async function verifyIdToken(found: Discovered, idToken: string, nowMs: number): Promise<JWTPayload> {
  const { payload } = await jwtVerify(idToken, found.keys, {
    issuer: found.configuration.serverMetadata().issuer,
    audience: found.configuration.clientMetadata().client_id,
    algorithms: signatureAlgorithms,
    clockTolerance: clockToleranceSeconds,
    currentDate: new Date(nowMs),
    requiredClaims: ['sub', 'exp', 'iat'],
  });
  return payload;
}
