import { AppError } from '../domain/errors.ts';
import type { Authenticator } from './gate.ts';
import type { Recogniser } from './recognise.ts';
import type { RevocationWatch } from './revocation-watch.ts';

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
        scope: who.scope,
        tokenBounds: {
          parentId: who.tokenId,
          // A person who signed in may create tokens that outlive the session.
          endsAtMs: who.kind === 'access_token' ? who.expiresAtMs : Infinity,
        },
        onRevoked: (listener) => watch.watch(who.credentialId, who.expiresAtMs, listener),
      };
    },
  };
}
