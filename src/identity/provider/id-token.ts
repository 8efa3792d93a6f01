import { jwtVerify, type JWTPayload } from 'jose';
import type { Discovered } from './discovery.ts';

/** Asymmetric signatures only: with `none` or HMAC whoever knows the client could sign (RFC 8725 section 3.1). */
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

/** Clocks of two machines differ a little. */
export const clockToleranceSeconds = 30;

/**
 * The signature of an ID token, beside the claims that openid-client checks: the keys are those that access tokens are verified
 * with, so both follow the provider's rotation alike.
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
