import { digestOf, newSecret } from '../secret.ts';
import type { LinkStore } from './link-store.ts';

export const linkPrefix = 'hf_link_';
export const linkMinutes = 10;

export interface LinkDesk {
  /** @returns the address that signs whoever opens it in, once; only a digest of its secret is kept. */
  create(): Promise<string>;
  /** @returns whether the secret was that of a link which nobody has used; it is used now. */
  redeem(secret: string): Promise<boolean>;
  sweep(): Promise<number>;
}

/** One-time sign-in links, which whoever operates the machine makes for a browser. */
export function createLinkDesk(needs: { store: LinkStore; publicUrl: string; now: () => number }): LinkDesk {
  const { store, publicUrl, now } = needs;
  return {
    async create() {
      const secret = linkPrefix + newSecret();
      const nowMs = now();
      await store.insert(digestOf(secret), nowMs, nowMs + linkMinutes * 60_000);
      // In the fragment, which no browser sends: what fetches the address for a preview, or logs it, does not get the secret.
      return `${publicUrl}/sign-in#link=${secret}`;
    },
    redeem: (secret) => store.take(digestOf(secret), now()),
    sweep: () => store.endExpired(now()),
  };
}
