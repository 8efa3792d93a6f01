import { phoneDeviceId } from '../../phone/phone.ts';
import { onStreamEvent } from '../../stream/connection.ts';
import { announce } from '../overlays/announcer.tsx';

/** Tells screen readers which phone comes and goes, except for this browser, which is here. @returns a function that stops it. */
export function followDevices(tell: (text: string) => void = announce): () => void {
  return onStreamEvent(({ type, data }) => {
    if (type !== 'device_online' && type !== 'device_offline') return;
    if (data.device !== phoneDeviceId.peek())
      tell(`${data.name} is ${type === 'device_online' ? 'online' : 'offline'}.`);
  });
}
