import { mkdir, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readWav } from '../../src/audio/wav.ts';
import type { CallRecording } from '../../src/domain/recording.ts';
import { AppError } from '../../src/domain/errors.ts';
import { syncFolder } from '../../src/files/folders.ts';
import { finishRecording } from '../../src/recordings/finisher.ts';
import type { TapePiece } from '../../src/recordings/taping.ts';
import { withFolder } from '../store/fixtures.ts';

const recording: CallRecording = {
  id: 'rec_1',
  callId: 'call_1',
  state: 'finishing',
  format: 'wav',
  startedAtMs: 0,
  endedAtMs: 1_000,
  seconds: 0,
  fileBytes: 0,
  fault: null,
};

const piece = (side: TapePiece['side'], number: number): TapePiece => ({
  name: `${side}${number}`,
  recordingId: recording.id,
  side,
  number,
});
const pieces = [piece('far', 1), piece('owner', 0), piece('far', 0)];

test('pieces become one file in their order, whatever an interrupted attempt has left', () =>
  withFolder(async (folder) => {
    await mkdir(path.join(folder, 'rec_1.work', 'owner'), { recursive: true });
    const read = async ({ side, number }: TapePiece): Promise<Readable> =>
      Readable.from([Buffer.alloc(80, side === 'owner' ? 0xff : 0x80 + number)]);
    const made = await finishRecording(recording, pieces, { taping: { read }, folder });
    assert.is(made?.seconds, 0.02);
    assert.equal((await readdir(folder)).sort(), ['rec_1.peaks', 'rec_1.wav']);
    const { channels } = readWav(await readFile(path.join(folder, 'rec_1.wav')));
    assert.ok(channels[0]!.every((sample) => sample === 0));
    assert.is(new Set(channels[1]!.subarray(0, 80)).size, 1);
    assert.ok(channels[1]![0]! > 0.9 && channels[1]![80]! !== channels[1]![0]!);
  }));

test('a piece that breaks off leaves nothing behind, and nothing is made of nothing', () =>
  withFolder(async (folder) => {
    const breaking = async (): Promise<Readable> =>
      Readable.from(
        (function* () {
          yield Buffer.alloc(80);
          throw new Error('gone');
        })(),
      );
    const fault = await finishRecording(recording, pieces, { taping: { read: breaking }, folder }).catch(
      (error: unknown) => error,
    );
    assert.instance(fault, AppError);
    assert.is((fault as AppError).detail, 'owner0 could not be fetched');
    const empty = async (): Promise<Readable> => Readable.from([]);
    assert.is(await finishRecording(recording, pieces, { taping: { read: empty }, folder }), undefined);
    assert.equal(await readdir(folder), []);
  }));

test('a piece that Asterisk does not hand out leaves no file open, however often it is tried', () =>
  withFolder(async (folder) => {
    const read = (): Promise<Readable> => Promise.reject(new AppError('unavailable', 'Asterisk is away'));
    for (let tries = 0; tries < 3; tries++)
      await finishRecording(recording, pieces, { taping: { read }, folder }).then(
        () => assert.unreachable(),
        (error: unknown) => assert.is((error as AppError).detail, 'Asterisk is away'),
      );
    const open = (await readdir('/proc/self/fd')).map((fd) =>
      readlink(`/proc/self/fd/${fd}`).catch(() => ''),
    );
    assert.equal(
      (await Promise.all(open)).filter((file) => file.startsWith(folder)),
      [],
    );
  }));

test('a file system that cannot make a folder durable, as some network shares, is no failure', async () => {
  await syncFolder('/proc'); // EINVAL
  await withFolder(syncFolder);
  const missing = await syncFolder('/nowhere').catch((error: NodeJS.ErrnoException) => error.code);
  assert.is(missing, 'ENOENT');
});

test.run();
