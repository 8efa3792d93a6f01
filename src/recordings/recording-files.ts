import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { CallRecording } from '../domain/recording.ts';

/** Where the files of a recording are. */

export function audioFile(folder: string, { id, format }: Pick<CallRecording, 'id' | 'format'>): string {
  return path.join(folder, `${id}.${format}`);
}

export function peaksFile(folder: string, { id }: Pick<CallRecording, 'id'>): string {
  return path.join(folder, `${id}.peaks`);
}

/** A current reader can continue to the end: the kernel keeps open files. */
export async function removeFiles(folder: string, recording: CallRecording): Promise<void> {
  await rm(audioFile(folder, recording), { force: true });
  await rm(peaksFile(folder, recording), { force: true });
}
