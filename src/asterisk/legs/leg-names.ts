/**
 * Names of channels and bridges. They are chosen here, not by Asterisk, so that anyone who sees one (a restarted
 * service, the Asterisk CLI) knows its call and its role.
 */

export type PartOfCall =
  | { part: 'far' }
  | { part: 'device'; deviceId: string }
  /** The bridge between the far end and a device. */
  | { part: 'talk' }
  /** Channels and bridges that carry audio to the app. */
  | { part: 'snoop' | 'media' | 'ear' }
  /** A channel that watches over a talk while the app is away; it outlives this process. */
  | { part: 'watch' }
  /** A channel being recorded; it outlives this process. */
  | { part: 'tape'; recordingId: string };

export type NamedPart = PartOfCall & { callId: string };

export const farName = (callId: string): string => `${callId}.far`;
export const talkName = (callId: string): string => `${callId}.talk`;
export const deviceName = (callId: string, deviceId: string): string =>
  `${callId}.dev.${deviceId}.${nextNumber()}`;
export const earNames = (callId: string): { media: string; ear: string } => {
  const number = nextNumber();
  return { media: `${callId}.media.${number}`, ear: `${callId}.ear.${number}` };
};
export const tapeName = (callId: string, recordingId: string, side: string): string =>
  `${callId}.tape.${recordingId}.${side}`;
/** The two halves of its Local channel. */
export const watchNames = (callId: string): [string, string] => [
  `${callId}.watch.${nextNumber()}`,
  `${callId}.watch.${nextNumber()}`,
];
export const snoopName = (callId: string): string => `${callId}.snoop.${nextNumber()}`;

/** Seeded from the clock, so that a restarted service does not reuse a name. */
let lastNumber = 0;
function nextNumber(): number {
  lastNumber = Math.max(lastNumber + 1, Date.now());
  return lastNumber;
}

const shape =
  /^([A-Za-z0-9_-]+)\.(?:(far|talk)|dev\.([A-Za-z0-9_-]+)\.\d+|(snoop|media|ear|watch)\.\d+|tape\.([A-Za-z0-9_-]+)\.(?:far|owner))$/;

/** Undefined for a channel or bridge that does not belong to this service. */
export function parseName(name: string): NamedPart | undefined {
  const match = shape.exec(name);
  if (match === null) return undefined;
  const [, callId = '', single, deviceId, audio, recordingId] = match;
  if (recordingId !== undefined) return { callId, part: 'tape', recordingId };
  if (deviceId !== undefined) return { callId, part: 'device', deviceId };
  return { callId, part: (single ?? audio) as 'far' | 'talk' | 'snoop' | 'media' | 'ear' | 'watch' };
}
