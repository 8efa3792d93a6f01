import { AppError } from '../../domain/errors.ts';
import { formatNumber, type NumberFormat } from '../../domain/number-format.ts';

/**
 * Dial strings are built only here, and only from digits and identifiers. User input must match that shape first:
 * `PJSIP/a&b`, `PJSIP/x/sip:y@z` and `Local/…` all mean something to Asterisk.
 */

const e164 = /^\+[1-9][0-9]{6,14}$/;
const endpointName = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/;

/** A trunk's address as asterisk-config/gateway/pjsip_trunk.conf has it: without a user. */
const trunkContact = /^sip:(?<address>[A-Za-z0-9.:[\]-]+(?:;[a-z]+=[A-Za-z0-9.-]+)*)$/;

/**
 * If the trunk's address is given, Asterisk dials the trunk even while it counts as unavailable, because it missed one OPTIONS or answers
 * none. An E.164 number in a SIP URI's user part includes its `+` (RFC 3261 section 19.1.6, RFC 3966), which some trunks do not take.
 * @param contact of the trunk's AOR, as Asterisk has it. If it is not one of ours, Asterisk finds the address itself.
 */
export function trunkDialString(
  number: string,
  contact: string | undefined,
  format: NumberFormat = 'e164',
): string {
  if (!e164.test(number)) throw new AppError('invalid', 'the number to dial is not + and 7 to 15 digits');
  const address = trunkContact.exec(contact ?? '')?.groups?.['address'];
  const dialled = formatNumber(number, format);
  return address === undefined ? `PJSIP/${dialled}@trunk` : `PJSIP/trunk/sip:${dialled}@${address}`;
}

export function endpointDialString(endpoint: string): string {
  if (!endpointName.test(endpoint)) throw new AppError('invalid', 'the endpoint to dial has no usable name');
  return `PJSIP/${endpoint}`;
}

/**
 * The caller identity shown to the called side. `CALLERID()` is ignored on a channel made by create + dial; an
 * outgoing INVITE takes its From and P-Asserted-Identity from the connected line. `i`: without notifying the other
 * side again.
 */
export function identityVariables(number: string | undefined): Record<string, string> {
  if (number === undefined || !e164.test(number)) return {};
  return { 'CONNECTEDLINE(all,i)': `"${number}" <${number}>` };
}
