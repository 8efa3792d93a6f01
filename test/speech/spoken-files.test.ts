import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withFolder } from '../store/fixtures.ts';
import { soundOf, voiceOf } from './voice-rig.ts';

test('what is said is played even if older texts cannot be removed', () =>
  withFolder(async (folder) => {
    await mkdir(path.join(folder, 'old.wav')); // a folder, which is not removed as a file is
    await utimes(path.join(folder, 'old.wav'), 1, 1);
    for (let n = 0; n < 500; n++) await writeFile(path.join(folder, `other${n}.wav`), '');
    const samples = Float32Array.from({ length: 8000 }, (_, n) => Math.sin(n / 3) / 4);
    const make = () => Promise.resolve({ samples, rateHz: 8000 });
    const { voice, log } = voiceOf({ name: 'tone', check: async () => undefined, make }, folder);
    assert.is((await soundOf(await voice.media('Hello'))).length, 8000);
    assert.is(log.lines[0]?.message, 'old spoken texts were not removed');
  }));

test.run();
