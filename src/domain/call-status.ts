/** The one vocabulary of call statuses and the one table of transitions between them. */

export const callStatuses = [
  'scheduled',
  'trying',
  'ringing',
  'navigating',
  'on_hold',
  'human_detected',
  'transferring',
  'connected',
  'ended',
  'failed',
] as const;
export type CallStatus = (typeof callStatuses)[number];

export const finalStatuses = ['ended', 'failed'] as const satisfies readonly CallStatus[];
export type FinalStatus = (typeof finalStatuses)[number];

export const unfinishedStatuses = callStatuses.filter((status) => !isFinal(status));
/** Dialled, and not over. */
export const activeStatuses = unfinishedStatuses.filter((status) => status !== 'scheduled');

/** What moves a call from one status to another; the edge labels of the status diagram. */
export const callTriggers = [
  'due',
  'far_rings',
  'flow_starts',
  'hold_begins',
  'person_heard',
  'device_dialled',
  'bridged',
  'nobody_answers',
  'dial_continues',
  'sent_back',
  'over',
  'fails',
] as const;
export type CallTrigger = (typeof callTriggers)[number];

type Edges = Partial<Record<CallTrigger, CallStatus>>;

/** `transitions[status][trigger]` is the next status; to use an absent entry is a defect of the caller. */
export const transitions: Record<CallStatus, Edges> = {
  scheduled: {
    due: 'trying',
    over: 'ended',
    fails: 'failed',
  },
  trying: {
    far_rings: 'ringing',
    flow_starts: 'navigating',
    hold_begins: 'on_hold',
    device_dialled: 'transferring',
    bridged: 'connected',
    over: 'ended',
    fails: 'failed',
  },
  ringing: {
    flow_starts: 'navigating',
    hold_begins: 'on_hold',
    device_dialled: 'transferring',
    bridged: 'connected',
    over: 'ended',
    fails: 'failed',
  },
  navigating: {
    hold_begins: 'on_hold',
    person_heard: 'human_detected',
    device_dialled: 'transferring',
    over: 'ended',
    fails: 'failed',
  },
  on_hold: {
    flow_starts: 'navigating',
    person_heard: 'human_detected',
    device_dialled: 'transferring',
    over: 'ended',
    fails: 'failed',
  },
  human_detected: {
    device_dialled: 'transferring',
    nobody_answers: 'on_hold',
    sent_back: 'on_hold',
    over: 'ended',
    fails: 'failed',
  },
  transferring: {
    bridged: 'connected',
    nobody_answers: 'on_hold',
    dial_continues: 'trying',
    sent_back: 'on_hold',
    over: 'ended',
    fails: 'failed',
  },
  connected: {
    device_dialled: 'transferring',
    sent_back: 'on_hold',
    over: 'ended',
    fails: 'failed',
  },
  ended: {},
  failed: {},
};

/** @throws RangeError when the table has no such edge: a defect of this program, never a user's mistake. */
export function nextStatus(from: CallStatus, trigger: CallTrigger): CallStatus {
  const to = transitions[from][trigger];
  if (to === undefined) throw new RangeError(`no transition from ${from} on ${trigger}`);
  return to;
}

export function isFinal(status: CallStatus): status is FinalStatus {
  return (finalStatuses as readonly CallStatus[]).includes(status);
}

/** Why a call is over, with the final status that it leads to: `ended` when somebody hung up, `failed` otherwise. */
const endReasons = {
  hangup_owner: 'ended',
  hangup_remote: 'ended',
  hangup_api: 'ended',
  /** A scheduled call that was ended before it was due. */
  cancelled: 'ended',
  /** A trial of a call flow got as far as it should. */
  trial_complete: 'ended',
  max_duration: 'ended',
  shutdown: 'ended',
  busy: 'failed',
  no_answer: 'failed',
  rejected: 'failed',
  unreachable: 'failed',
  invalid_number: 'failed',
  hold_timeout: 'failed',
  device_unavailable: 'failed',
  person_gone: 'failed',
  refused: 'failed',
  too_late: 'failed',
  flow_failed: 'failed',
  gateway_error: 'failed',
} as const satisfies Record<string, FinalStatus>;
export type EndReason = keyof typeof endReasons;
export const endReasonNames = Object.keys(endReasons) as EndReason[];

/** Ends of calls that were not meant to reach anybody, or no longer: they are neither reached nor missed. */
export const endsForNobody = ['cancelled', 'trial_complete'] as const satisfies readonly EndReason[];

/** The trigger, `over` or `fails`, for a reason. */
export function endTrigger(reason: EndReason): CallTrigger {
  return endReasons[reason] === 'ended' ? 'over' : 'fails';
}
