import type { LegOutcome } from '../../calls/telephony.ts';
import type { MediaEncryption, SipTransport } from '../../domain/sip-security.ts';

/** How a channel ended according to Asterisk, and what was seen of the leg before. */
export interface ChannelEnd {
  /** Q.850 cause. */
  cause: number;
  /** SIP response code, if one ended the call. */
  sipCode: number | undefined;
  wasUp: boolean;
  /** It rang or sent early media: something answered the INVITE. */
  wasReached: boolean;
  /** This service hung up. */
  hungUpHere: boolean;
  security?: LegSecurity;
}

/** How signalling and audio of a leg are protected. */
export interface LegSecurity {
  mediaEncryption: MediaEncryption;
  /** Of the trunk; undefined for a device, which chooses its own. */
  transport: SipTransport | undefined;
}

type Kind = LegOutcome['kind'];
type Rule = { kind: Kind; detail: string };

/**
 * By SIP response code (RFC 3261 section 21), which is more precise than the Q.850 cause that Asterisk derives from
 * it.
 */
const bySipCode: Record<number, Rule> = {
  403: { kind: 'rejected', detail: 'the call was refused' },
  404: { kind: 'invalid_number', detail: 'the number does not exist' },
  410: { kind: 'invalid_number', detail: 'the number is no longer in use' },
  484: { kind: 'invalid_number', detail: 'the number is incomplete' },
  485: { kind: 'invalid_number', detail: 'the number is ambiguous' },
  486: { kind: 'busy', detail: 'the line is busy' },
  488: { kind: 'unreachable', detail: 'no audio format in common' },
  503: { kind: 'congestion', detail: 'the network is congested' },
  600: { kind: 'busy', detail: 'the line is busy' },
  603: { kind: 'rejected', detail: 'the call was declined' },
  604: { kind: 'invalid_number', detail: 'the number does not exist' },
  606: { kind: 'unreachable', detail: 'no audio format in common' },
  607: { kind: 'rejected', detail: 'the call was declined as unwanted' },
  608: { kind: 'rejected', detail: 'the call was declined by a call filter' },
};

/** By Q.850 cause, for ends without a SIP code listed above. */
const byCause: Record<number, Rule> = {
  1: { kind: 'invalid_number', detail: 'the number does not exist' },
  2: { kind: 'unreachable', detail: 'no route to the network' },
  3: { kind: 'unreachable', detail: 'no route to the destination' },
  17: { kind: 'busy', detail: 'the line is busy' },
  20: { kind: 'unreachable', detail: 'the subscriber is absent' },
  21: { kind: 'rejected', detail: 'the call was rejected' },
  22: { kind: 'invalid_number', detail: 'the number has changed' },
  27: { kind: 'unreachable', detail: 'the destination is out of order' },
  28: { kind: 'invalid_number', detail: 'the number is incomplete' },
  34: { kind: 'congestion', detail: 'no line is free' },
  38: { kind: 'unreachable', detail: 'the network is out of order' },
  41: { kind: 'congestion', detail: 'temporary failure of the network' },
  42: { kind: 'congestion', detail: 'the network is congested' },
  44: { kind: 'congestion', detail: 'no line is free' },
  50: { kind: 'rejected', detail: 'the network does not permit this call' },
  55: { kind: 'rejected', detail: 'the network does not permit this call' },
  57: { kind: 'rejected', detail: 'the network does not permit this call' },
};

/** Causes and codes that mean "no answer" after ringing and "unreachable" without: 18, 19, 102; 408, 480. */
const timedOutCauses = new Set([18, 19, 102]);

export function outcomeOf(end: ChannelEnd): LegOutcome {
  if (end.wasUp)
    return { kind: 'hangup', detail: end.hungUpHere ? 'hung up here' : 'the other side hung up' };
  if (end.hungUpHere) return { kind: 'cancelled', detail: 'given up before it was answered' };
  const rule = (end.sipCode === undefined ? undefined : bySipCode[end.sipCode]) ?? byCause[end.cause];
  if (rule !== undefined) return { kind: rule.kind, detail: withCodes(detailOf(rule, end), end) };
  if (timedOutCauses.has(end.cause) || end.sipCode === 408 || end.sipCode === 480)
    return end.wasReached
      ? { kind: 'no_answer', detail: 'nobody answered' }
      : { kind: 'unreachable', detail: withCodes('no ringing and no answer came back', end) };
  return { kind: 'unreachable', detail: withCodes('the call could not be completed', end) };
}

/** Adds what the response may mean on an encrypted connection. */
function detailOf(rule: Rule, { sipCode, security }: ChannelEnd): string {
  if ((sipCode === 488 || sipCode === 606) && security?.mediaEncryption === 'required')
    return 'it does not accept encrypted audio (SRTP), which is required, or there is no audio format in common';
  // Asterisk itself answers 503 when it gets no connection or rejects the certificate (observed).
  if (sipCode === 503 && security?.transport !== undefined && security.transport !== 'udp')
    return `the network is congested, or there is no ${security.transport.toUpperCase()} connection to the trunk`;
  return rule.detail;
}

function withCodes(detail: string, end: ChannelEnd): string {
  const sip = end.sipCode === undefined ? '' : `SIP ${end.sipCode}, `;
  return `${detail} (${sip}Q.850 cause ${end.cause})`;
}
