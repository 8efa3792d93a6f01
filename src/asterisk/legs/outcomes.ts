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
  /** The other end hung up, or its signalling failed. */
  hungUpThere: boolean;
  security?: LegSecurity;
}

/** How signalling and audio of a leg are protected. */
export interface LegSecurity {
  mediaEncryption: MediaEncryption;
  /** Of the trunk; undefined for a device, which chooses its own. */
  transport: SipTransport | undefined;
  /** Why the trunk cannot be reached, if that is known. */
  fault?: (() => string | undefined) | undefined;
}

type Kind = LegOutcome['kind'];
type Rule = { kind: Kind; detail: string };

const noFormat = 'no audio format in common';
const redirected: Rule = {
  kind: 'unreachable',
  detail: 'it redirects to another address, and redirections are not followed',
};
const looped: Rule = {
  kind: 'unreachable',
  detail: 'the call came back to where it had been, or passed too many servers',
};
const tooLarge: Rule = { kind: 'unreachable', detail: 'what it was sent is too long for it' };
const loginRefused = 'the user name or password is refused';

/**
 * By SIP response code (RFC 3261 section 21), which is more precise than the Q.850 cause that Asterisk derives from
 * it.
 */
const bySipCode: Record<number, Rule> = {
  300: redirected,
  301: redirected,
  302: redirected,
  305: redirected,
  380: redirected,
  401: { kind: 'rejected', detail: loginRefused },
  402: { kind: 'rejected', detail: 'payment is required: perhaps the account has no credit left' },
  403: { kind: 'rejected', detail: 'the call was refused' },
  404: { kind: 'invalid_number', detail: 'the number does not exist' },
  407: { kind: 'rejected', detail: loginRefused },
  410: { kind: 'invalid_number', detail: 'the number is no longer in use' },
  413: tooLarge,
  414: tooLarge,
  415: { kind: 'unreachable', detail: noFormat },
  420: { kind: 'unreachable', detail: 'it does not support what the call asks of SIP' },
  421: { kind: 'unreachable', detail: 'it requires an extension of SIP that is not supported' },
  433: { kind: 'rejected', detail: 'calls without a caller id are refused: is CALLER_ID set?' },
  482: looped,
  483: looped,
  484: { kind: 'invalid_number', detail: 'the number is incomplete' },
  485: { kind: 'invalid_number', detail: 'the number is ambiguous' },
  486: { kind: 'busy', detail: 'the line is busy' },
  488: { kind: 'unreachable', detail: noFormat },
  503: { kind: 'congestion', detail: 'the network is congested' },
  504: { kind: 'unreachable', detail: 'a server on the way did not answer in time' },
  513: tooLarge,
  580: { kind: 'unreachable', detail: 'it requires reserved resources, which are not supported' },
  600: { kind: 'busy', detail: 'the line is busy' },
  603: { kind: 'rejected', detail: 'the call was declined' },
  604: { kind: 'invalid_number', detail: 'the number does not exist' },
  606: { kind: 'unreachable', detail: noFormat },
  607: { kind: 'rejected', detail: 'the call was declined as unwanted' },
  608: { kind: 'rejected', detail: 'the call was declined by a call filter' },
};

/** What differs for a phone, which is called by a name and not through a network. */
const byCodeOfPhone: Record<number, string> = {
  404: 'it does not know the name that it was called by',
  500: 'it reports a fault of its own',
  // Asterisk answers so itself for a phone whose TCP connection breaks (observed).
  503: 'it takes no calls now, or its connection is lost',
};

/**
 * By Q.850 cause, for ends without a SIP code listed above. It is the one that Asterisk derives from the SIP code: it keeps that in place of
 * the cause in the response's own Reason header (22.10, observed).
 */
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
  58: { kind: 'unreachable', detail: noFormat },
  88: { kind: 'unreachable', detail: noFormat },
};

/** Causes and codes that mean "no answer" if the phone rang, and "unreachable" if it did not. A carrier may send 487 when it gives up. */
const timedOutCauses = new Set([18, 19, 102]);
const timedOutCodes = new Set([408, 480, 487]);

export function outcomeOf(end: ChannelEnd): LegOutcome {
  if (end.wasUp) return { kind: 'hangup', ...howItEnded(end) };
  if (end.hungUpHere) return { kind: 'cancelled', detail: 'given up before it was answered' };
  const rule = (end.sipCode === undefined ? undefined : bySipCode[end.sipCode]) ?? byCause[end.cause];
  // Asterisk answers 503 itself when it finds no address, gets no connection, or rejects a certificate (observed).
  const fault = end.sipCode === 503 ? end.security?.fault?.() : undefined;
  if (fault !== undefined) return { kind: 'unreachable', detail: withCodes(fault, end) };
  if (rule !== undefined) return { kind: rule.kind, detail: withCodes(detailOf(rule, end), end) };
  if (timedOutCauses.has(end.cause) || timedOutCodes.has(end.sipCode ?? 0))
    return end.wasReached
      ? { kind: 'no_answer', detail: 'nobody answered' }
      : { kind: 'unreachable', detail: withCodes('it did not ring, and nobody answered', end) };
  return { kind: 'unreachable', detail: withCodes('the call could not be completed', end) };
}

/** Codes that end a call which is up (RFC 3261, section 12.2.1.2): it has no audio, whoever is there does not know of it, or nobody is. */
const lostCallCodes: Record<number, string> = {
  406: 'it was answered without a description of its audio (SDP)',
  408: 'nobody answered within the call',
  481: 'the call is unknown there, as after a restart',
};

/** The Reason header of a BYE (RFC 3326) tells a hang-up from a network that failed. */
function howItEnded({ hungUpHere, hungUpThere, cause, sipCode = 0 }: ChannelEnd): Omit<LegOutcome, 'kind'> {
  if (hungUpHere) return { detail: 'hung up here' };
  const detail = 'the other side hung up';
  const lost = lostCallCodes[sipCode];
  if (lost !== undefined) return { detail, fault: `it was cut off: ${lost} (SIP ${sipCode})` };
  const rule = byCause[cause];
  if (rule?.kind === 'unreachable' || rule?.kind === 'congestion')
    return { detail, fault: `it was cut off: ${rule.detail} (Q.850 cause ${cause})` };
  if (hungUpThere) return { detail };
  // Asterisk ends a channel whose audio it cannot write (asterisk/asterisk#2059), and one that has reached its limit.
  return { detail: 'Asterisk ended it', fault: 'it was cut off: Asterisk ended it by itself' };
}

/** Adds what the response may mean on an encrypted connection. */
function detailOf(rule: Rule, { sipCode, security }: ChannelEnd): string {
  if ((sipCode === 488 || sipCode === 606) && security?.mediaEncryption === 'required')
    return 'it does not accept encrypted audio (SRTP), which is required, or there is no audio format in common';
  if (rule.detail === loginRefused && security?.transport !== undefined)
    return 'the trunk refuses the login: are TRUNK_USERNAME and TRUNK_PASSWORD right?';
  const ofPhone =
    security !== undefined && security.transport === undefined ? byCodeOfPhone[sipCode ?? 0] : undefined;
  if (ofPhone !== undefined) return ofPhone;
  if (sipCode === 503 && security?.transport !== undefined && security.transport !== 'udp')
    return `the network is congested, or there is no ${security.transport.toUpperCase()} connection to the trunk`;
  return rule.detail;
}

function withCodes(detail: string, end: ChannelEnd): string {
  const sip = end.sipCode === undefined ? '' : `SIP ${end.sipCode}, `;
  return `${detail} (${sip}Q.850 cause ${end.cause})`;
}
