import { signal } from '@preact/signals';
import { keep, readKept } from '../state/stored/kept.ts';

/** The microphone and speaker this browser talks with; a setting kept in this browser only. */

export interface SoundDevice {
  id: string;
  name: string;
}

export const microphones = signal<readonly SoundDevice[]>([]);
export const speakers = signal<readonly SoundDevice[]>([]);

const keys = { microphone: 'holdfast-microphone', speaker: 'holdfast-speaker' } as const;
type SoundKind = keyof typeof keys;

const chosen = {
  microphone: signal(readKept(keys.microphone) ?? ''),
  speaker: signal(readKept(keys.speaker) ?? ''),
};

/** '' is the browser's default. */
export const chosenDevice = (kind: SoundKind): string => chosen[kind].value;

export const canChooseSpeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype;

/**
 * Lists the available devices; their names are visible only to a page that may use the microphone. @returns a
 * function that stops it.
 */
export function followSoundDevices(): () => void {
  const look = async (): Promise<void> => {
    const found = await navigator.mediaDevices.enumerateDevices().catch(() => []);
    microphones.value = named(found, 'audioinput');
    speakers.value = named(found, 'audiooutput');
  };
  void look();
  const onChange = () => void look();
  navigator.mediaDevices.addEventListener('devicechange', onChange);
  return () => navigator.mediaDevices.removeEventListener('devicechange', onChange);
}

export function chooseDevice(kind: SoundKind, id: string): void {
  chosen[kind].value = id;
  keep(keys[kind], id === '' ? undefined : id);
}

/** True where devices cannot be listed: it may be there. */
export async function isPlugged(id: string): Promise<boolean> {
  const found = await navigator.mediaDevices.enumerateDevices().catch(() => undefined);
  return found === undefined || found.some(({ deviceId }) => deviceId === id);
}

/** "Default" duplicates the browser's default entry. */
function named(found: readonly MediaDeviceInfo[], kind: MediaDeviceKind): SoundDevice[] {
  return found
    .filter((each) => each.kind === kind && each.label !== '' && each.deviceId !== 'default')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
}
