import { sentence } from '../api/errors.ts';
import type { AudioType, CallStatus, CallView, EndReason } from '../api/types.ts';
import type { IconName } from '../icons/names.ts';
import { plainReason } from './reasons.ts';
import { nameOf } from './names.ts';
import { writeRough, writeSpan } from './formats.ts';

/** The exact words for statuses, reasons and sounds, in one place so that all pages agree. */

export const statusChips: Record<CallStatus, { text: string; icon: IconName }> = {
  scheduled: { text: 'Planned', icon: 'calendar-clock' },
  trying: { text: 'Dialling', icon: 'phone-outgoing' },
  ringing: { text: 'Ringing there', icon: 'bell' },
  navigating: { text: 'In the menu', icon: 'grip' },
  on_hold: { text: 'On hold', icon: 'pause' },
  human_detected: { text: 'A person', icon: 'user-round' },
  transferring: { text: 'Calling you', icon: 'bell-ring' },
  connected: { text: 'Connected', icon: 'phone-call' },
  ended: { text: 'Done', icon: 'check' },
  failed: { text: 'Did not work', icon: 'phone-missed' },
};

/** What a screen reader says when the status changes. */
export function announceStatus(view: CallView, device: string | undefined): string {
  const company = nameOf(view);
  const texts: Record<CallStatus, string> = {
    scheduled: `The call to ${company} is planned.`,
    trying: `Dialling ${company}.`,
    ringing: `It rings at ${company}.`,
    navigating: `In the menu of ${company}.`,
    on_hold: `On hold with ${company}.`,
    human_detected: `A person is on the line at ${company}. Answer.`,
    transferring: `${device ?? 'Your phone'} rings.`,
    connected: device === undefined ? `Connected with ${company}.` : `Connected on ${device}.`,
    ended: 'Call over.',
    failed: view.end_reason === null ? 'The call failed.' : explainEnd(view),
  };
  return texts[view.status];
}

/** Why a call ended, as a sentence. */
export function explainEnd(
  view: Pick<CallView, 'end_reason' | 'error' | 'hold_time' | 'connected_at' | 'duration'>,
): string {
  const { end_reason: reason, error, hold_time: held } = view;
  const why = error === null || error === '' ? '' : `: ${plainReason(error)}`;
  if (reason === 'hangup_remote' && view.connected_at === null && held >= 1)
    return `They hung up after ${writeSpan(held)} on hold, before you were reached.`;
  const texts: Record<EndReason, string> = {
    hangup_owner: 'You hung up.',
    hangup_remote: 'They hung up.',
    hangup_api: 'Ended on request.',
    cancelled: 'Cancelled before it was due.',
    trial_complete: 'The trial is over: the flow got through the menu.',
    busy: 'The line is busy.',
    no_answer: 'Nobody picked up.',
    rejected: 'The call was refused.',
    unreachable: `The number could not be reached${why}.`,
    invalid_number: 'This number does not exist.',
    hold_timeout: `Nobody came within ${writeRough(held)}.`,
    max_duration: `Ended after ${writeRough(view.duration)}, the longest a call may last.`,
    device_unavailable: 'None of your devices took the call.',
    flow_failed: `The flow stopped${why}.`,
    gateway_error: `The gateway failed${why}.`,
    shutdown: 'The gateway was shut down.',
    person_gone: 'The person hung up before you answered.',
    refused:
      error === null || error === '' ? 'The dialling policy refused it.' : sentence(plainReason(error)),
    too_late: `It was not placed${why}.`,
  };
  return reason === null ? 'The call is over.' : texts[reason];
}

export const audioTexts: Record<AudioType, { name: string; hearing: string; icon: IconName }> = {
  silence: { name: 'Silence', hearing: 'silence', icon: 'minus' },
  ringing: { name: 'Ringing', hearing: 'ringing', icon: 'bell' },
  ivr_prompt: { name: 'Menu', hearing: 'a menu', icon: 'grip' },
  music: { name: 'Music', hearing: 'music', icon: 'music' },
  announcement: { name: 'Announcement', hearing: 'an announcement', icon: 'megaphone' },
  live_human: { name: 'A person', hearing: 'a person', icon: 'user-round' },
  dtmf: { name: 'Key tones', hearing: 'key tones', icon: 'hash' },
  tone: { name: 'A tone', hearing: 'a tone', icon: 'audio-waveform' },
  unknown: { name: 'Nothing yet', hearing: 'nothing yet', icon: 'ear' },
};
