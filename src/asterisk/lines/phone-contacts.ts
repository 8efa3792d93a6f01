import { AppError } from '../../domain/errors.ts';
import type { AriRequests } from '../ari/ari-link.ts';

/**
 * Of the parameters of a SIP URI, `maddr` alone names a host other than the URI's own (RFC 3261, section 19.1.1), and headers after `?` can
 * hold a route. Names may be escaped.
 */
const detour = /;\s*maddr\s*(?:[=;&]|$)|\?/i;

/**
 * Whatever a phone registers, its calls go to the address that it registered from (`rewrite_contact`), except where its contact leads
 * elsewhere: anybody with one phone's password could have calls sent past the dialling policy, say through a trunk that trusts this host.
 * Checked for each call, since a contact outlives this process.
 * @param channelId a channel that is not dialled yet. @throws AppError `forbidden`
 */
export async function refuseDetour(link: AriRequests, channelId: string, endpoint: string): Promise<void> {
  const variable = `PJSIP_DIAL_CONTACTS(${endpoint})`;
  const { value } = await link.request('channels.getChannelVar', { channelId, variable });
  if (leadsElsewhere(value))
    throw new AppError(
      'forbidden',
      `the phone "${endpoint}" registered an address that leads to another host`,
    );
}

/** @param contacts SIP URIs, as dialled. */
function leadsElsewhere(contacts: string): boolean {
  const plain = contacts.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return detour.test(plain);
}
