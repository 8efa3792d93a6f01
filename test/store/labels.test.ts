import { readdir, readFile, truncate, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeStereo } from '../../src/audio/stereo-file.ts';
import type { LabelledCall } from '../../src/detect-cli/labelled-call.ts';
import { readSound } from '../../src/audio/sound-file.ts';
import type { CallRecording } from '../../src/domain/recording.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { NewEvent } from '../../src/domain/events.ts';
import { readArguments, writeLabelledCalls } from '../../src/label-command/run.ts';
import type { Store } from '../../src/store/open.ts';
import { aCall, started, withFolder, withStore } from './fixtures.ts';

const startedAtMs = Date.UTC(2026, 0, 1, 12);

/** A call of 20 s: somebody is likely at 5 s, sure at 6 s, no more at 9 s; sure again at 12 s. */
async function keepCall(store: Store, folder: string, format: CallRecording['format'] | undefined) {
  const call = aCall({ startedAtMs });
  const at = (seconds: number): number => startedAtMs + seconds * 1000;
  const who = { confidence: 0.9, transcript_excerpt: '', reason: 'it sounds live' };
  const events: NewEvent[] = [
    { type: 'person_likely', callId: call.id, atMs: at(5), data: who },
    { type: 'human_detected', callId: call.id, atMs: at(6), data: who },
    { type: 'hold_resumed', callId: call.id, atMs: at(9), data: { reason: 'music came back' } },
    { type: 'human_detected', callId: call.id, atMs: at(12), data: who },
  ];
  await store.calls.insert(call, [started(call)]);
  const segment = {
    fromMs: at(4),
    startSeconds: 4,
    endSeconds: null,
    audioClass: 'announcement' as const,
    confidence: 1,
  };
  await store.journal.record({
    events,
    segment: { callId: call.id, endSeconds: 4, next: segment },
  });
  if (format !== undefined) {
    const id = `rec_${call.id.slice(5)}`;
    await store.callRecordings.insert({
      id,
      callId: call.id,
      state: 'kept',
      format,
      startedAtMs,
      endedAtMs: at(20),
      seconds: 20,
      fileBytes: 1,
      fault: null,
    });
    const sides = { left: path.join(folder, 'left'), right: path.join(folder, 'right') };
    await writeFile(sides.left, Buffer.alloc(160_000, 0xff));
    await writeFile(sides.right, Buffer.alloc(160_000, 0x90));
    await writeStereo(sides, path.join(folder, `${id}.${format}`), format);
  }
  const kept = await store.journal.read(0, { callId: call.id, types: ['human_detected'] }, 10);
  const label = (index: number, person: boolean): Promise<void> =>
    store.journal.record({
      events: [
        {
          type: 'person_labelled',
          callId: call.id,
          atMs: at(30),
          data: { event_id: kept[index]!.id, person },
        },
      ],
    });
  return { id: call.id, label };
}

test('a recorded call whose persons are labelled is written as the scorer reads it, others say why not', () =>
  withFolder((folder) =>
    withStore(async (store) => {
      const told = await keepCall(store, folder, 'wav');
      await told.label(0, true);
      await told.label(1, true);
      await told.label(1, false);
      const half = await keepCall(store, folder, 'wav');
      await half.label(0, true);
      const opus = await keepCall(store, folder, 'ogg');
      await opus.label(0, true);
      await opus.label(1, true);
      const mute = await keepCall(store, folder, undefined);
      await mute.label(0, true);
      await keepCall(store, folder, 'wav');
      const lost = await keepCall(store, folder, 'wav');
      const damaged = await keepCall(store, folder, 'wav');
      const files = [lost, damaged].map(({ id }) => path.join(folder, `rec_${id.slice(5)}.wav`));
      await unlink(files[0]!);
      await truncate(files[1]!, 30);
      for (const { label } of [lost, damaged]) {
        await label(0, true);
        await label(1, true);
      }
      const out = path.join(folder, 'out');
      const { journal, calls, callRecordings: recordings } = store;
      const said = await writeLabelledCalls(out, { journal, calls, recordings, audioFolder: folder });
      assert.is(
        said,
        [
          `${half.id}: not all of its persons are labelled`,
          `${opus.id}: its recording is Ogg Opus, which is not read here`,
          `${mute.id}: it has no recording`,
          `${lost.id}: its recording cannot be read: ENOENT: no such file or directory, open '${files[0]}'`,
          `${damaged.id}: its recording cannot be read: the WAV header is cut off`,
          `1 call written to ${out}`,
        ].join('\n'),
      );
      assert.equal((await readdir(out)).sort(), [`${told.id}.json`, `${told.id}.wav`]);
      const written = JSON.parse(await readFile(path.join(out, `${told.id}.json`), 'utf8')) as LabelledCall;
      assert.equal(written.humans, [{ first_word: 4, end: 9 }]);
      assert.equal([written.duration, written.segments.length], [20, 1]);
      const { samples } = await readSound(path.join(out, `${told.id}.wav`));
      assert.is(samples.length, 160_000);
      assert.ok(Math.abs(samples[80_000] ?? 0) > 0.4, 'the far side, not the silent owner');
    }),
  ));

test('the command wants one folder', () => {
  assert.is(readArguments(['out']), 'out');
  for (const wrong of [[], ['--help'], ['a', 'b']])
    assert.throws(
      () => readArguments(wrong),
      (error: unknown) => error instanceof AppError,
    );
});

test.run();
