import type { AudioClass } from './audio-class.ts';
import type { CallStatus, EndReason } from './call-status.ts';
import type { CallSummary } from './call-summary.ts';
import type { Scope } from './scope.ts';

export const callModes = ['direct', 'hold_slayer', 'ai_assisted'] as const;
export type CallMode = (typeof callModes)[number];

export interface CallServices {
  recording: boolean;
  transcription: boolean;
}

/** What a call is doing; stored with it, so that a restarted service continues with exactly that. */
export const callActivities = [
  'await_due',
  'reach_far_end',
  'connect_directly',
  'work_menu',
  'explore_menu',
  'hold',
  'ring',
  'talk',
  'retake',
] as const;
export type CallActivity = (typeof callActivities)[number];

/** What a call goes back to when nobody takes a ring. */
export type WayBack = Extract<CallActivity, 'reach_far_end' | 'work_menu' | 'explore_menu' | 'hold'>;

/** How certain it is that a person was heard; `likely` is reason enough to ring. */
export const personGrades = ['likely', 'sure'] as const;
export type PersonGrade = (typeof personGrades)[number];

/** Why a person was declared, as reported in the event. */
export interface PersonEvidence {
  grade: PersonGrade;
  confidence: number;
  reason: string;
  atMs: number;
}

/** Why the owner sends a call back to the queue. */
export const sendBackReasons = ['not_a_person', 'on_hold_again'] as const;
export type SendBackReason = (typeof sendBackReasons)[number];

/** Something worth keeping of a call: a claim number, a name. */
export interface CallFact {
  label: string;
  value: string;
}

/** A place in a queue as it was last announced; null for what was not said. */
export interface QueuePlace {
  position: number | null;
  waitMinutes: number | null;
  saidAtMs: number;
}

/** A call that fails for one of these reasons is placed again, as a new call. */
export interface RetryPlan {
  on: readonly RetryReason[];
  /** At most this often. */
  times: number;
  /** Between the end of a call and the next attempt. */
  minutes: number;
}
/** `closed`: the far end answered, and hung up before it put the call on hold and before a person was heard. */
export const retryReasons = ['busy', 'no_answer', 'closed'] as const;
export type RetryReason = (typeof retryReasons)[number];

/** Whom to ring: devices by id, in the order in which they ring; or an id, a type or a name, null for all devices. */
export type RingChoice = { devices: readonly string[] } | { device: string | null };

/** A call as it is stored. Times are epoch milliseconds, null until they happen. */
export interface Call {
  id: string;
  number: string;
  mode: CallMode;
  intent: string;
  /** Whose number it is; '' when unknown. */
  company: string;
  /** What the owner wrote down. */
  note: string;
  facts: readonly CallFact[];
  status: CallStatus;
  endReason: EndReason | null;
  error: string | null;
  /** The stored flow that works the menu; null if there is none. */
  flowId: string | null;
  /** The step that runs, or runs next. */
  flowStep: string | null;
  /** Whether the digits or words of `flowStep` may have gone out: they are not sent again, whatever happens to this process. */
  flowStepActed: boolean;
  activity: CallActivity;
  wayBack: WayBack;
  /** True until a restarted service has found the call in Asterisk, and while Asterisk is away; known to the running process alone. */
  recovering: boolean;
  /** What the request named: a device's id, type or name; null if it named none. Never changes. */
  requestedDevice: string | null;
  /**
   * What the owner chose during the call: the devices that will ring, or the device of a transfer that was answered. The last choice
   * counts.
   */
  chosen: RingChoice | null;
  /** The transfer that is under way; null while there is none, and again if nobody takes it. */
  transfer: RingChoice | null;
  /** The device that is ringing or talking. */
  deviceId: string | null;
  /** Its name at that time. */
  deviceName: string | null;
  services: CallServices;
  /** When the call began; for a scheduled call, when it is due. */
  startedAtMs: number;
  retry: RetryPlan | null;
  /** Whether to call again at once when a person hangs up before the owner has answered. */
  redial: boolean;
  /** 1 for a requested call; each call that follows by `retry` or `redial` is one higher. */
  attempt: number;
  /** How many of the calls before this one were followed by `redial`. */
  redials: number;
  /** Scope of the credential that requested it: when the call is due, it is checked again what the flow may do. */
  placedWith: Scope;
  previousCallId: string | null;
  /** When the INVITE to the far end was about to be sent; it is never sent twice. */
  farInvitedAtMs: number | null;
  answeredAtMs: number | null;
  connectedAtMs: number | null;
  endedAtMs: number | null;
  /** Seconds of past holds; the current hold counts from `holdSinceMs`. */
  holdSeconds: number;
  holdSinceMs: number | null;
  /** Seconds of past talk between owner and far end; the current talk counts from `talkSinceMs`. */
  talkSeconds: number;
  talkSinceMs: number | null;
  /** The part of `talkSeconds` from before the last person was heard. */
  talkSecondsBefore: number;
  audioType: AudioClass | null;
  transcriptExcerpt: string;
  person: PersonEvidence | null;
  /** While it is on hold: somebody for whom no device was answered, and who is still there. */
  waitingPerson: PersonGrade | null;
  /** Whether an earlier person was heard who was not put through to the owner. */
  missedPerson: boolean;
  /** Whether the far end has played hold music. */
  heardHoldMusic: boolean;
  queue: QueuePlace | null;
  /** Null until it is made, and for calls without one. */
  summary: CallSummary | null;
  /** Whether a summary is to be made when the call is over. */
  summaryDue: boolean;
}

/** A newly accepted call; fields that are not given are empty. */
export function beginCall(given: Pick<Call, 'id' | 'number' | 'mode' | 'startedAtMs'> & Partial<Call>): Call {
  return {
    intent: '',
    company: '',
    note: '',
    facts: [],
    status: 'trying',
    endReason: null,
    error: null,
    flowId: null,
    flowStep: null,
    flowStepActed: false,
    activity: given.status === 'scheduled' ? 'await_due' : firstActivity(given.mode),
    wayBack: 'hold',
    requestedDevice: null,
    chosen: null,
    transfer: null,
    deviceId: null,
    deviceName: null,
    recovering: false,
    retry: null,
    redial: false,
    attempt: 1,
    redials: 0,
    placedWith: 'calls',
    previousCallId: null,
    farInvitedAtMs: null,
    services: { recording: false, transcription: false },
    answeredAtMs: null,
    connectedAtMs: null,
    endedAtMs: null,
    holdSeconds: 0,
    holdSinceMs: null,
    talkSeconds: 0,
    talkSinceMs: null,
    talkSecondsBefore: 0,
    audioType: null,
    transcriptExcerpt: '',
    person: null,
    waitingPerson: null,
    missedPerson: false,
    heardHoldMusic: false,
    queue: null,
    summary: null,
    summaryDue: false,
    ...given,
  };
}

/** The first activity of a call that may be dialled. */
export function firstActivity(mode: CallMode): CallActivity {
  return mode === 'hold_slayer' ? 'reach_far_end' : 'connect_directly';
}

/** Somebody who was there, waiting for the owner, when this was stored. */
export function personThere({ status, person, waitingPerson }: Readonly<Call>): PersonGrade | undefined {
  if (status === 'on_hold') return waitingPerson ?? undefined;
  return status === 'human_detected' || status === 'transferring' ? person?.grade : undefined;
}

/** One stretch of audio of one class; `fromMs` epoch milliseconds, offsets in seconds since the audio began. */
export interface ClassifiedSegment {
  fromMs: number;
  startSeconds: number;
  endSeconds: number | null;
  audioClass: AudioClass;
  confidence: number;
}

export function durationSeconds(call: Call, nowMs: number): number {
  return Math.max(0, (call.endedAtMs ?? nowMs) - call.startedAtMs) / 1000;
}

export function holdSecondsUntil(call: Call, nowMs: number): number {
  return call.holdSeconds + secondsSince(call.holdSinceMs, call.endedAtMs ?? nowMs);
}

export function talkSecondsUntil(call: Call, nowMs: number): number {
  return call.talkSeconds + secondsSince(call.talkSinceMs, call.endedAtMs ?? nowMs);
}

function secondsSince(sinceMs: number | null, nowMs: number): number {
  return sinceMs === null ? 0 : Math.max(0, nowMs - sinceMs) / 1000;
}
