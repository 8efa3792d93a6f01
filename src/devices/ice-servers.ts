import { createHmac } from 'node:crypto';

/** As RTCPeerConnection takes them (RFC 8829). */
export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

export interface IceSettings {
  /** Where a browser behind a NAT learns its address (RFC 8489). */
  stun: { host: string; port: number } | undefined;
  /** What relays where nothing else gets through (RFC 8656), and the secret that it shares with this service. */
  turn: { url: string; secret: string } | undefined;
}

/** Pages ask for new ones long before. */
const validSeconds = 24 * 3600;

/**
 * The relay's credentials are good for a day and are checked without asking this service (draft-uberti-behave-turn-rest-00, coturn's
 * `use-auth-secret`): the user is the time of the end, the password its HMAC.
 */
export function iceServers({ stun, turn }: IceSettings, nowMs: number): IceServer[] {
  const servers: IceServer[] = stun === undefined ? [] : [{ urls: [`stun:${stun.host}:${stun.port}`] }];
  if (turn === undefined) return servers;
  const username = `${Math.floor(nowMs / 1000) + validSeconds}:holdfast`;
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64');
  return [...servers, { urls: [turn.url], username, credential }];
}
