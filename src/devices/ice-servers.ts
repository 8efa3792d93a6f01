import { createHmac } from 'node:crypto';

/** In the form RTCPeerConnection takes (RFC 8829). */
export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

export interface IceSettings {
  /** Tells a browser behind a NAT its address (RFC 8489). */
  stun: { host: string; port: number } | undefined;
  /** The relay for when nothing else gets through (RFC 8656), and the secret it shares with this service. */
  turn: { url: string; secret: string } | undefined;
}

/** Pages request new ones long before. */
const validSeconds = 24 * 3600;

/**
 * TURN credentials are valid for a day, and the relay checks them without asking this service
 * (draft-uberti-behave-turn-rest-00, coturn's `use-auth-secret`): the user name is the expiry time, the password its
 * HMAC.
 */
export function iceServers({ stun, turn }: IceSettings, nowMs: number): IceServer[] {
  const servers: IceServer[] = stun === undefined ? [] : [{ urls: [`stun:${stun.host}:${stun.port}`] }];
  if (turn === undefined) return servers;
  const username = `${Math.floor(nowMs / 1000) + validSeconds}:holdfast`;
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64');
  return [...servers, { urls: [turn.url], username, credential }];
}
