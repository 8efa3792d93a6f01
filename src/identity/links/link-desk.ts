import { minuteMs } from '../../domain/durations.ts';
import { digestOf, newSecret } from '../secret.ts';
import type { SessionRow } from '../sessions/session-store.ts';
import type { LinkStore } from './link-store.ts';

const linkPrefix = 'hf_link_';
export const linkMinutes = 10;

export interface LinkDesk {
  /** @returns an address that signs in whoever opens it, once; only a digest of its secret is stored. */
  create(): Promise<string>;
  /** Stores the session. @returns whether the secret belongs to an unused link, which is then used up. */
  redeem(secret: string, session: SessionRow): Promise<boolean>;
  sweep(): Promise<number>;
}

/** One-time sign-in links for a browser, made by whoever operates the machine. */
export function createLinkDesk(needs: { store: LinkStore; publicUrl: string; now: () => number }): LinkDesk {
  const { store, publicUrl, now } = needs;
  return {
    async create() {
      const secret = linkPrefix + newSecret();
      const nowMs = now();
      await store.insert(digestOf(secret), nowMs, nowMs + linkMinutes * minuteMs);
      // In the fragment, which browsers never send: link previews and logs do not get the secret.
      return `${publicUrl}/sign-in#link=${secret}`;
    },
    redeem: (secret, session) => store.take(digestOf(secret), session),
    sweep: () => store.endExpired(now()),
  };
}
