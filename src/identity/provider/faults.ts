import * as client from 'openid-client';
import { errors as joseErrors } from 'jose';
import { AppError, awaySeconds, codeOf } from '../../domain/errors.ts';
import { isClientRefused } from './client-authentication.ts';

/** The request during which something went wrong. */
export type ProviderStep = 'discovery' | 'sign-in' | 'refresh' | 'userinfo' | 'keys';

/** Maps errors of openid-client, jose and fetch in one place. */
export function fromProvider(thrown: unknown, step: ProviderStep): AppError {
  if (thrown instanceof AppError) return thrown;
  const cause = { cause: thrown };
  const refusedCertificate = certificateFault(thrown);
  if (refusedCertificate !== undefined) {
    const detail = `the certificate of the identity provider is not accepted: ${refusedCertificate}`;
    // Somebody who is signed in is kept as when it does not answer.
    return step === 'discovery' || step === 'sign-in'
      ? new AppError('bad_upstream', detail, cause)
      : away(detail, thrown);
  }
  if (isNoAnswer(thrown)) return away('the identity provider does not answer; try again in a moment', thrown);
  if (isClientRefused(thrown) && step !== 'userinfo')
    return new AppError(
      'bad_upstream',
      'the identity provider refused this service; check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
      cause,
    );
  if (thrown instanceof client.ResponseBodyError) return fromOAuthError(thrown, step);
  if (thrown instanceof client.AuthorizationResponseError)
    return new AppError(
      'invalid',
      `the identity provider refused the sign-in (${plain(thrown.error)})`,
      cause,
    );
  if (isOutOfTime(thrown))
    return new AppError(
      'bad_upstream',
      'what the identity provider issued is not valid at the time of this machine; compare the clocks of both',
      cause,
    );
  if (step === 'sign-in' && isForeignIdToken(thrown))
    return new AppError(
      'invalid',
      'the answer of the identity provider does not belong to this sign-in; start again at /auth/login',
      cause,
    );
  const misnamed = step === 'discovery' ? misnamedIssuer(thrown) : undefined;
  return new AppError(
    'bad_upstream',
    misnamed ?? `the identity provider gave an invalid answer (${step})`,
    cause,
  );
}

/** The commonest mistakes in OIDC_ISSUER: a slash too many or too few, another name of the host, a realm that does not exist. */
function misnamedIssuer(thrown: unknown): string | undefined {
  if (!(thrown instanceof client.ClientError)) return undefined;
  const { cause } = thrown;
  if (cause instanceof Response)
    return `OIDC_ISSUER leads to no provider: ${cause.url} answers ${cause.status}`;
  const { body, attribute } = (cause ?? {}) as { body?: { issuer?: unknown }; attribute?: unknown };
  if (attribute !== 'issuer' || typeof body?.issuer !== 'string' || !URL.canParse(body.issuer))
    return undefined;
  return `OIDC_ISSUER must be written as the provider does: ${new URL(body.issuer).href.slice(0, 200)}`;
}

/** RFC 6749 section 5.2: the provider refused the request. */
function fromOAuthError(error: client.ResponseBodyError, step: ProviderStep): AppError {
  const cause = { cause: error };
  if (error.status >= 500) return away('the identity provider is out of order; try again in a moment', error);
  if (error.error === 'invalid_grant' && step === 'sign-in')
    return new AppError(
      'invalid',
      'the sign-in code is not valid (any more); start again at /auth/login',
      cause,
    );
  if (error.error === 'invalid_grant')
    return new AppError('unauthenticated', 'the session cannot be refreshed; sign in again', cause);
  return new AppError(
    'bad_upstream',
    `the identity provider refused this service (${plain(error.error)})`,
    cause,
  );
}

function away(detail: string, cause: unknown): AppError {
  return new AppError('unavailable', detail, { cause, retryAfterSeconds: awaySeconds });
}

/** For the log: code and message of the error and of its cause, never a body or a token. */
export function describeProviderFault(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const code = 'code' in thrown && typeof thrown.code === 'string' ? `${thrown.code}: ` : '';
  const cause = thrown.cause instanceof Error ? ` (${thrown.cause.message})` : '';
  return `${code}${thrown.message}${cause}`;
}

/** @returns what is wrong with it, in Node's words. */
function certificateFault(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const isIt = /CERT|LEAF_SIGNATURE/.test(codeOf(thrown));
  return isIt ? thrown.message : certificateFault(thrown.cause);
}

function isNoAnswer(thrown: unknown): boolean {
  // A 5xx from the provider or a proxy in front of it; openid-client keeps the response as the cause.
  if (thrown instanceof Response) return thrown.status >= 500;
  if (thrown instanceof joseErrors.JWKSTimeout) return true;
  if (!(thrown instanceof Error)) return false;
  if (thrown instanceof client.ClientError && thrown.code === 'OAUTH_TIMEOUT') return true;
  if (thrown.name === 'TimeoutError' || thrown.name === 'AbortError') return true;
  // Thrown by fetch when there is no connection.
  if (thrown instanceof TypeError && thrown.message === 'fetch failed') return true;
  return thrown.cause !== undefined && isNoAnswer(thrown.cause);
}

/** A token that was just issued: the provider's clock and this machine's differ by more than the token is valid for. */
function isOutOfTime(thrown: unknown): boolean {
  return codeOf(thrown) === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';
}

function isForeignIdToken(thrown: unknown): boolean {
  return codeOf(thrown) === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED';
}

/** An error code restricted to RFC 6749 characters and shortened, because it goes into a response. */
function plain(code: string): string {
  return code.replace(/[^\w.-]/g, '?').slice(0, 64);
}
