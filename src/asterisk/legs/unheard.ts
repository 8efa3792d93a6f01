import { splitHostPort } from '../../domain/host-port.ts';
import { describeError } from '../../domain/errors.ts';
import type { AriRequests } from '../ari/ari-link.ts';
import type { LegContext } from './leg-channel.ts';

/** Of a phone's URI. */
const hostPort = /@(?<place>\[[^\]]+\](?::\d+)?|[^:;>]+(?::\d+)?)/;

/**
 * Why a phone of which no audio has come cannot be heard. Audio is accepted only from the address in its SDP (RTP_STRICT), and behind a
 * router of its own a phone mostly names one there that exists only behind it.
 * @returns undefined when Asterisk does not say where it is.
 */
export async function whyUnheard(leg: string, { link, log }: LegContext): Promise<string | undefined> {
  try {
    return await compareAddresses(link, leg);
  } catch (thrown) {
    log.debug('where it is heard from is unknown', { leg, error: describeError(thrown) });
    return undefined;
  }
}

async function compareAddresses(link: AriRequests, channelId: string): Promise<string> {
  const read = async (variable: string): Promise<string> =>
    (await link.request('channels.getChannelVar', { channelId, variable })).value;
  const announced = splitHostPort(await read('CHANNEL(rtp,dest)')).host;
  const place = hostPort.exec(await read('CHANNEL(pjsip,target_uri)'))?.groups?.['place'];
  const called = place === undefined ? announced : splitHostPort(place).host;
  return announced === called
    ? 'no audio has come from it: perhaps a firewall keeps it from the RTP ports'
    : `no audio has come from it: it wants its audio at ${announced}, but was called at ${called}. If it is behind a router of its own, let it use a STUN server, or set RTP_STRICT=no`;
}
