import { signal } from '@preact/signals';
import { keep, readKept } from '../state/stored/kept.ts';
import { openMicrophone } from './microphone.ts';

/** The microphone and speaker this browser talks with; a setting kept in this browser only. */

export interface SoundDevice {
  id: string;
  name: string;
}

export const microphones = signal<readonly SoundDevice[]>([]);
export const speakers = signal<readonly SoundDevice[]>([]);

/** Firefox and Safari list no names, and no speakers, until this page has opened the microphone; after a reload they forget it. */
export const areSoundDevicesHidden = signal(false);

const keys = { microphone: 'holdfast-microphone', speaker: 'holdfast-speaker' } as const;
type SoundKind = keyof typeof keys;
const nameKey = (kind: SoundKind): string => `${keys[kind]}-name`;

const chosen = {
  microphone: signal(readKept(keys.microphone) ?? ''),
  speaker: signal(readKept(keys.speaker) ?? ''),
};

/** '' is the browser's default. */
export const chosenDevice = (kind: SoundKind): string => chosen[kind].value;

export const canChooseSpeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype;

/** The chosen one's, from when it was chosen. */
export const chosenName = (kind: SoundKind): string => readKept(nameKey(kind)) ?? 'As chosen before';

async function look(): Promise<void> {
  const found = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  microphones.value = named(found, 'audioinput');
  speakers.value = named(found, 'audiooutput');
  areSoundDevicesHidden.value =
    microphones.value.length === 0 && found.some(({ kind }) => kind === 'audioinput');
}

/** Lists the available devices. @returns a function that stops it. */
export function followSoundDevices(): () => void {
  void look();
  const onChange = () => void look();
  navigator.mediaDevices.addEventListener('devicechange', onChange);
  return () => navigator.mediaDevices.removeEventListener('devicechange', onChange);
}

/** Makes a browser list them that tells their names only then. @throws when the microphone cannot be opened. */
export async function nameSoundDevices(): Promise<void> {
  const microphone = await openMicrophone('');
  await look();
  for (const track of microphone.getTracks()) track.stop();
}

export function chooseDevice(kind: SoundKind, { id, name }: SoundDevice): void {
  chosen[kind].value = id;
  keep(keys[kind], id === '' ? undefined : id);
  keep(nameKey(kind), id === '' ? undefined : name);
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
