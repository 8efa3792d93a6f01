import type { StreamEvent } from '../../api/types.ts';
import type { IconName } from '../../icons/names.ts';
import { nameMoment } from '../../text/days.ts';
import { tellQueue } from '../../text/queue.ts';
import { plainReason } from '../../text/reasons.ts';
import { maskDigits, writeClock, writeNumber } from '../../text/formats.ts';

/** A call's events as a person would tell them. */
export interface StoryLine {
  id: number;
  at: string;
  icon: IconName;
  /** Highlights digits that were sent. */
  tone: 'plain' | 'dark' | 'person' | 'bad';
  head: string;
  strong: boolean;
  detail: string;
}

type Told = Omit<StoryLine, 'id' | 'at'>;

const keptPlaces = 2;

/**
 * Newest first, without events that mean nothing to a person. The digits of one step share a line, and so do the places of one wait: a queue
 * announces them every minute.
 */
export function tellStory(events: readonly StreamEvent[]): StoryLine[] {
  const lines: StoryLine[] = [];
  /** The last ones before the newest, as they are told. */
  let places: string[] = [];
  const wasPlanned = events.some(endsPlan);
  for (const event of events) {
    const told =
      wasPlanned && event.type === 'call_started' ? line('calendar-clock', 'Planned') : tell(event);
    if (told === undefined) continue;
    const last = lines.at(-1);
    if (event.type === 'ivr_dtmf_sent' && last?.tone === 'dark' && last.detail === told.detail)
      last.head = `${last.head}, then ${maskDigits(event.data.digits)}`;
    else if (event.type === 'queue_position' && last?.icon === told.icon) {
      if (told.head === last.head) continue;
      places = [`${startSmall(last.head)} at ${writeClock(last.at)}`, ...places].slice(0, keptPlaces);
      Object.assign(last, { id: event.id, at: event.timestamp, ...told, detail: `was ${places.join(', ')}` });
    } else {
      lines.push({ id: event.id, at: event.timestamp, ...told });
      places = [];
    }
  }
  return lines.reverse();
}

/** A planned call is due, or is cancelled before. */
const endsPlan = (event: StreamEvent): boolean =>
  event.type === 'call_status' && event.data.from === 'scheduled';
/** A planned call begins only now. */
const isDue = (event: StreamEvent): boolean =>
  event.type === 'call_status' && event.data.from === 'scheduled' && event.data.to === 'trying';

function line(icon: IconName, head: string, detail = '', more: Partial<Told> = {}): Told {
  return { icon, head, detail, tone: 'plain', strong: false, ...more };
}

function tell(event: StreamEvent): Told | undefined {
  switch (event.type) {
    case 'call_started':
      return line('phone-outgoing', 'Dialled', writeNumber(event.data.number));
    case 'call_ringing':
      return line('bell', 'It rings there');
    case 'call_status':
      if (isDue(event)) return line('phone-outgoing', 'Dialled');
      if (event.data.to === 'on_hold' && event.data.from !== 'on_hold')
        return line('pause', 'On hold', '', { strong: true });
      return undefined;
    case 'ivr_step':
      return line(
        'route',
        event.data.description === '' ? stepName(event.data.step_type) : event.data.description,
      );
    case 'ivr_dtmf_sent':
      return line('hash', `Sent ${maskDigits(event.data.digits)}`, '', { tone: 'dark' });
    case 'menu_option_chosen':
      return line('grip', `Chose ${maskDigits(event.data.digits)}`, event.data.reason);
    case 'menu_needs_owner':
      return line('triangle-alert', 'The menu needs you', event.data.reason, { tone: 'bad' });
    case 'queue_position': {
      const { position, wait_minutes: wait } = event.data;
      return line('list-ordered', tellQueue(position, wait), '', { strong: true });
    }
    case 'callback_offered': {
      const { digits, transcript } = event.data;
      return line(
        'phone-incoming',
        digits === null ? 'They offer to call back' : `They call back if you press ${digits}`,
        transcript,
      );
    }
    case 'voicemail_detected':
      return line('message-square-text', 'A voicemail answers', event.data.transcript, { strong: true });
    case 'recording_started':
      return line('audio-waveform', 'Recording');
    case 'recording_deleted':
      return line('trash-2', 'The recording was deleted', event.data.reason);
    case 'call_retry_scheduled':
      return line('calendar-clock', `I call again ${nameMoment(event.data.at)}`, event.data.reason);
    case 'ivr_step_uncertain':
      return line('triangle-alert', 'Digits may have been sent', event.data.reason, { tone: 'bad' });
    case 'flow_proposed':
      return line(
        'route',
        'The menu has changed',
        `The call flow failed at "${event.data.failed_step}". The repaired flow can be kept.`,
      );
    case 'flow_learned':
      return line('check', 'The flow was kept', event.data.name);
    case 'call_summarised':
      return line('sticky-note', 'Summary written');
    case 'person_likely':
      return line('user-round', 'Likely a person', event.data.reason, { tone: 'person' });
    case 'asked_back':
      return line('volume-2', 'Asked whether somebody is there', event.data.reason);
    case 'human_detected':
      return line('user-round', 'A person', plainReason(event.data.reason), { tone: 'person', strong: true });
    case 'greeting_started':
      return line('volume-2', 'Asked them to wait');
    case 'device_ringing':
      return line('bell-ring', `${event.data.name} rings`);
    case 'device_asked':
      return line('phone-call', `${event.data.name} was answered`, 'Whoever answered is asked to press 1.');
    case 'device_waking':
      return line('smartphone', `${event.data.name} is being woken`);
    case 'device_failed':
      return line(
        'bell-off',
        `${event.data.name === '' ? 'No device' : event.data.name} did not take it`,
        event.data.reason,
      );
    case 'hold_resumed':
      return line('undo-2', 'Back on hold', plainReason(event.data.reason));
    case 'transfer_complete':
      return line('phone-call', 'Connected with you', '', { tone: 'person', strong: true });
    case 'service_unavailable':
      return line(
        'circle-alert',
        unserved[event.data.service] ?? `No ${event.data.service}`,
        plainReason(event.data.reason),
      );
    case 'call_ended':
      return line(
        event.data.reason === 'cancelled' ? 'x' : 'check',
        endings[event.data.reason] ?? 'Call over',
      );
    case 'call_failed':
      return line('phone-missed', 'Did not work', plainReason(event.data.error), { tone: 'bad' });
    default:
      return undefined;
  }
}

const unserved: Record<string, string> = {
  transcription: 'Not transcribed',
  recording: 'Not recorded',
  detection: 'A person is not noticed any more',
};

/** Why it was over, where somebody ended it. */
const endings: Record<string, string> = {
  hangup_owner: 'You hung up',
  hangup_remote: 'They hung up',
  hangup_api: 'Ended on request',
  cancelled: 'Cancelled',
  trial_complete: 'Trial over: through the menu',
  max_duration: 'Over: the longest that a call may last',
};

function stepName(type: string): string {
  return type.charAt(0) + type.slice(1).toLowerCase();
}

const startSmall = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
