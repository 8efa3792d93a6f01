import * as client from 'openid-client';
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { isWithin } from '../../domain/durations.ts';
import { AppError } from '../../domain/errors.ts';
import { isHttpsOrLoopback } from '../../domain/ip-address.ts';
import type { Log } from '../../log/log.ts';
import { ClientAuthentication } from './client-authentication.ts';
import { describeProviderFault, fromProvider } from './faults.ts';

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
}

export interface ProviderTimes {
  /** Time limit of a single request to the provider. */
  timeoutMs: number;
  /** How long callers are refused immediately after a failed discovery, before the next attempt. */
  retryAfterMs: number;
  /** How old the metadata may be before they are fetched again. */
  metadataMaxAgeMs: number;
  /** An unknown key triggers a refetch of the provider's keys, but not more often than this. */
  keyCooldownMs: number;
}

export const defaultProviderTimes: ProviderTimes = {
  timeoutMs: 5_000,
  retryAfterMs: 5_000,
  metadataMaxAgeMs: 3_600_000,
  keyCooldownMs: 30_000,
};

/** The result of discovery. */
export interface Discovered {
  configuration: client.Configuration;
  /** The provider's signing keys: fetched on first use, cached, and refetched when a token names an unknown key. */
  keys: JWTVerifyGetKey;
}

/**
 * Discovers the identity provider (OpenID Connect Discovery 1.0): lazily, one attempt at a time, each with a time
 * limit.
 */
export class ProviderDiscovery {
  readonly #settings: ProviderSettings;
  readonly #times: ProviderTimes;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #authentication: ClientAuthentication | undefined;
  #found: (Discovered & { atMs: number }) | undefined;
  #attempt: Promise<Discovered> | undefined;
  #failure: { error: AppError; atMs: number } | undefined;

  constructor(needs: { settings: ProviderSettings; times: ProviderTimes; log: Log; now: () => number }) {
    this.#settings = needs.settings;
    this.#times = needs.times;
    this.#log = needs.log;
    this.#now = needs.now;
    const { clientSecret } = needs.settings;
    this.#authentication = clientSecret === undefined ? undefined : new ClientAuthentication(clientSecret);
  }

  /** The cached result, without a request. */
  get known(): Discovered | undefined {
    return this.#found;
  }

  /** Makes a request to the token endpoint, which authenticates this client. */
  async grant<T>(request: () => Promise<T>): Promise<T> {
    return this.#authentication === undefined ? request() : this.#authentication.accepted(request);
  }

  /** @throws AppError `unavailable` (no answer), `bad_upstream` (an invalid one). */
  async discover(): Promise<Discovered> {
    const found = this.#found;
    const { metadataMaxAgeMs, retryAfterMs } = this.#times;
    if (found !== undefined && isWithin(metadataMaxAgeMs, found.atMs, this.#now())) return found;
    const failure = this.#failure;
    if (failure !== undefined && isWithin(retryAfterMs, failure.atMs, this.#now())) {
      if (found !== undefined) return found;
      throw failure.error;
    }
    this.#attempt ??= this.#ask().finally(() => (this.#attempt = undefined));
    try {
      return await this.#attempt;
    } catch (error) {
      // Stale metadata are better than none while the provider is away.
      if (found !== undefined) return found;
      throw error;
    }
  }

  async #ask(): Promise<Discovered> {
    const { issuer, clientId } = this.#settings;
    const url = new URL(issuer);
    try {
      // Over a network, plain http would expose every token and let anyone on the way replace the keys that sign them, which jose does not check.
      if (!isHttpsOrLoopback(url)) throw new AppError('bad_upstream', 'OIDC_ISSUER must be an https address');
      const configuration = await client.discovery(
        url,
        clientId,
        undefined,
        this.#authentication?.authenticate,
        {
          timeout: this.#times.timeoutMs / 1000,
          ...(url.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {}),
        },
      );
      const keys = this.#keysOf(configuration);
      this.#found = { configuration, keys, atMs: this.#now() };
      this.#failure = undefined;
      this.#log.info('identity provider found', { issuer });
      return this.#found;
    } catch (thrown) {
      const error = fromProvider(thrown, 'discovery');
      this.#failure = { error, atMs: this.#now() };
      this.#log.warn('identity provider not found', { issuer, error: describeProviderFault(thrown) });
      throw error;
    }
  }

  #keysOf(configuration: client.Configuration): JWTVerifyGetKey {
    const metadata = configuration.serverMetadata();
    if (metadata.jwks_uri === undefined)
      throw new AppError('bad_upstream', 'the identity provider publishes no keys (jwks_uri)');
    const url = new URL(metadata.jwks_uri);
    if (!isHttpsOrLoopback(url))
      throw new AppError('bad_upstream', 'the identity provider publishes its keys without https (jwks_uri)');
    return createRemoteJWKSet(url, {
      timeoutDuration: this.#times.timeoutMs,
      cooldownDuration: this.#times.keyCooldownMs,
    });
  }
}
