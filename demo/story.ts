import type { EventMessage } from '../rig/gateway-client.ts';

/** The call's events for a person at a terminal: one line each, with seconds since the call began. */
export function tellEvent(event: EventMessage, beganMs: number): string | undefined {
  const text = sentence(event);
  if (text === undefined) return undefined;
  const seconds = (Date.parse(event.timestamp) - beganMs) / 1000;
  return `${seconds.toFixed(1).padStart(6)} s  ${text}`;
}

function sentence({ type, data }: EventMessage): string | undefined {
  const said = (name: string): string => {
    const value = data[name];
    return typeof value === 'string' ? value : '';
  };
  switch (type) {
    case 'call_status':
      return `status   ${said('to')}`;
    case 'audio_classified':
      return `hears    ${said('audio_type')} (${percent(data['confidence'])})`;
    case 'ivr_step':
      return `step     ${said('step_type')} ${said('description')}`;
    case 'ivr_dtmf_sent':
      return `sends    digits ${said('digits')}`;
    case 'hold_detected':
      return `holds    ${said('audio_type')}, ${Number(data['hold_duration']).toFixed(0)} s on hold`;
    case 'person_likely':
      return `perhaps  a person: ${said('reason')} (${percent(data['confidence'])})`;
    case 'human_detected':
      return `PERSON   ${said('reason')} (${percent(data['confidence'])})`;
    case 'greeting_started':
      return `greets   the person is asked to wait`;
    case 'asked_back':
      return `asks     to wait: ${said('reason')}`;
    case 'device_ringing':
      return `rings    ${said('name')}`;
    case 'device_failed':
      return `missed   ${said('name')}: ${said('reason')}`;
    case 'transfer_complete':
      return `bridged  the owner and the far end talk`;
    case 'hold_resumed':
      return `holds    again: ${said('reason')}`;
    case 'call_failed':
      return `FAILED   ${said('reason')}: ${said('error')}`;
    case 'call_ended':
      return `ended    ${said('reason')} after ${Number(data['duration']).toFixed(0)} s`;
    default:
      return undefined;
  }
}

function percent(value: unknown): string {
  return `${Math.round(Number(value) * 100)} %`;
}
