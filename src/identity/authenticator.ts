import type { IncomingMessage } from 'node:http';
import { AppError } from '../domain/errors.ts';
import type { Recogniser, Surface } from './recognise.ts';
import type { RevocationWatch } from './revocation-watch.ts';

/** The owner, as recognised by one credential. */
export interface Identity {
  /** Of the credential: the token's or the session's id; no secret. */
  id: string;
  /** For people: a token's name, an e-mail address or a subject. */
  name: string;
  /** `listener` is called once at most, when the credential is revoked or its time is over. @returns ends the subscription. */
  onRevoked(listener: () => void): () => void;
}

/** The one gate of REST, events and MCP. */
export interface Authenticator {
  /** @throws AppError `unauthenticated`, `forbidden`, `unavailable`. */
  identify(request: IncomingMessage, surface: Surface): Promise<Identity>;
}

export function createAuthenticator(recogniser: Recogniser, watch: RevocationWatch): Authenticator {
  return {
    async identify(request, surface) {
      const who = await recogniser.recognise(request, surface);
      if (who === undefined)
        throw new AppError(
          'unauthenticated',
          'a bearer token is required: send the header "Authorization: Bearer <token>"',
        );
      if (!who.isOwner) throw new AppError('forbidden', 'you are not the owner of this service');
      return {
        id: who.credentialId,
        name: who.name,
        onRevoked: (listener) => watch.watch(who.credentialId, who.expiresAtMs, listener),
      };
    },
  };
}
