import { AppError } from '../../domain/errors.ts';
import { linkMinutes, type LinkDesk } from '../links/link-desk.ts';
import type { OpenedSession, SessionDesk } from '../sessions/session-desk.ts';
import type { TokenDesk } from '../tokens/token-desk.ts';

/** The credential a page exchanges for a session: exactly one of the two. */
export interface PageCredential {
  token?: string;
  link?: string;
}

/** Turns a pasted token or an opened link into a session. */
export interface CredentialExchange {
  /** @throws AppError `unauthenticated` */
  open(credential: PageCredential, userAgent: string): Promise<OpenedSession>;
}

export function createCredentialExchange(needs: {
  tokens: TokenDesk;
  links: LinkDesk;
  sessions: SessionDesk;
}): CredentialExchange {
  const { tokens, links, sessions } = needs;

  async function openWithToken(secret: string, userAgent: string): Promise<OpenedSession> {
    const row = await tokens.findBySecret(secret);
    if (row === undefined)
      throw new AppError('unauthenticated', 'the token is not valid: unknown, expired or revoked', {
        isInvalidToken: true,
      });
    return sessions.open({
      subject: row.name,
      email: null,
      scope: row.scope,
      openedBy: 'token',
      userAgent,
      tokenId: row.id,
      endsAtMs: row.expiresAtMs ?? undefined,
    });
  }

  async function openWithLink(secret: string, userAgent: string): Promise<OpenedSession> {
    const opened = sessions.prepare({
      subject: 'one-time link',
      email: null,
      scope: 'admin',
      openedBy: 'link',
      userAgent,
    });
    if (!(await links.redeem(secret, opened.row)))
      throw new AppError(
        'unauthenticated',
        `the link is not valid: it was used before, or is older than ${linkMinutes} minutes; "npm run token -- link" makes another`,
      );
    return opened;
  }

  return {
    open: ({ token, link = '' }, userAgent) =>
      token === undefined ? openWithLink(link, userAgent) : openWithToken(token, userAgent),
  };
}
