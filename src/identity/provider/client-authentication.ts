import * as client from 'openid-client';

/**
 * How the client's secret is presented. Every provider must take it in the header (RFC 6749 section 2.3.1), and OpenID Connect registers a
 * client for that by default; but some take it only as this client was registered, which their metadata do not say.
 */
export class ClientAuthentication {
  readonly #inHeader: client.ClientAuth;
  readonly #inBody: client.ClientAuth;
  #present: client.ClientAuth;

  constructor(secret: string) {
    this.#inHeader = client.ClientSecretBasic(secret);
    this.#inBody = client.ClientSecretPost(secret);
    this.#present = this.#inHeader;
  }

  readonly authenticate: client.ClientAuth = (...request) => this.#present(...request);

  /** @param request is repeated if the provider refused the client rather than the request, since that has then used nothing up. */
  async accepted<T>(request: () => Promise<T>): Promise<T> {
    const refused = this.#present;
    try {
      return await request();
    } catch (error) {
      if (!isClientRefused(error)) throw error;
      if (this.#present === refused)
        this.#present = refused === this.#inHeader ? this.#inBody : this.#inHeader;
      return request();
    }
  }
}

/** A refusal of the header comes with a challenge (RFC 6749 section 5.2), which openid-client reports instead of the body. */
export function isClientRefused(error: unknown): boolean {
  if (error instanceof client.WWWAuthenticateChallengeError) return true;
  return error instanceof client.ResponseBodyError && error.error === 'invalid_client';
}
