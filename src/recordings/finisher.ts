import { createWriteStream } from 'node:fs';
import { rename, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { type StereoFile, type StereoSources, writeStereo } from '../audio/stereo-file.ts';
import { AppError } from '../domain/errors.ts';
import type { CallRecording, RecordingFormat } from '../domain/recording.ts';
import { makeFolder, syncFolder } from '../files/folders.ts';
import type { TapePiece, TapeSide, Taping } from './taping.ts';
import { audioFile, peaksFile } from './recording-files.ts';

const sides: readonly TapeSide[] = ['owner', 'far'];

/**
 * Turns Asterisk's files of a recording into one: owner left, far end right. It can be repeated after any
 * interruption: the caller removes Asterisk's files only once the result exists.
 * @returns undefined when Asterisk has nothing of it. @throws AppError `unavailable` (Asterisk is away, the disk is
 * full)
 */
export async function finishRecording(
  recording: CallRecording,
  pieces: readonly TapePiece[],
  { taping, folder }: { taping: Pick<Taping, 'read'>; folder: string },
): Promise<{ seconds: number; fileBytes: number } | undefined> {
  const work = path.join(folder, `${recording.id}.work`);
  await rm(work, { recursive: true, force: true });
  await makeFolder(work);
  try {
    let bytes = 0;
    for (const side of sides) bytes += await fetchSide(side, pieces, path.join(work, side), taping);
    if (bytes === 0) return undefined;
    await requireRoom(folder, bytes);
    const made = path.join(work, 'made');
    const [left, right] = [path.join(work, 'owner'), path.join(work, 'far')];
    const { format } = recording;
    // An hour of talk takes 2 s of processor time as WAV, in turns of milliseconds, and a minute as Opus
    // (docs/architecture.md).
    const write = format === 'wav' ? writeStereo : writeInThread;
    const file = await write({ left, right }, made, format);
    await writeFile(peaksFile(folder, recording), file.peaks, { mode: 0o600 });
    await rename(made, audioFile(folder, recording));
    await syncFolder(folder);
    return { seconds: file.seconds, fileBytes: file.bytes };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Downloads one side's pieces in sequence. @returns the number of bytes. */
async function fetchSide(
  side: TapeSide,
  pieces: readonly TapePiece[],
  target: string,
  taping: Pick<Taping, 'read'>,
): Promise<number> {
  await writeFile(target, '', { mode: 0o600 });
  let bytes = 0;
  const ofSide = pieces.filter((piece) => piece.side === side).toSorted((a, b) => a.number - b.number);
  for (const piece of ofSide) {
    try {
      const source = await taping.read(piece);
      // Opened only now: a piece that cannot be read must not leave a file open with each try.
      const file = createWriteStream(target, { flags: 'a' });
      await pipeline(source, file);
      bytes += file.bytesWritten;
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new AppError('unavailable', `${piece.name} could not be fetched`, { cause });
    }
  }
  return bytes;
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes)
    throw new AppError('unavailable', 'there is no room on the disk for the recording');
}

function writeInThread(sources: StereoSources, target: string, format: RecordingFormat): Promise<StereoFile> {
  return new Promise((resolve, reject) => {
    const workerData = { sources, target, format };
    const thread = new Worker(new URL('stereo-boot.mjs', import.meta.url), { workerData });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new AppError('unavailable', `the thread ended with ${code}`)));
  });
}
