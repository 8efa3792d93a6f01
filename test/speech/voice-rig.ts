import { tmpdir } from 'node:os';
import * as assert from 'uvu/assert';
import { readSound } from '../../src/audio/sound-file.ts';
import { runCommandOrThrow } from '../../src/provision/run-command.ts';
import { openFlite } from '../../src/provision/speech-program.ts';
import type { SpeechEngine } from '../../src/speech/engine.ts';
import { Flite } from '../../src/speech/flite.ts';
import { Voice } from '../../src/speech/voice.ts';
import { memoryLog } from '../store/fixtures.ts';

export const quietly = (): void => undefined;

export function fliteWith(program = openFlite(quietly), voice = 'rms'): Flite {
  return new Flite({
    open: () => program,
    run: (command, args, signal) => runCommandOrThrow(command, args, { signal }),
    voice,
    temporaryFolder: tmpdir(),
  });
}

export function voiceOf(
  engine: SpeechEngine | undefined,
  folder: string | undefined,
  {
    timeoutMs = 20_000,
    configured = [] as string[],
    ownTexts = [] as string[],
    fileMode = 0o600,
    againMs = [600_000],
  } = {},
) {
  const log = memoryLog();
  return {
    log,
    voice: new Voice({ engine, folder, configured, ownTexts, fileMode, timeoutMs, againMs, log }),
  };
}

/** The file behind `sound:…`. */
export async function soundOf(media: string): Promise<Float32Array> {
  assert.match(media, /^sound:\//);
  const { samples, rateHz } = await readSound(`${media.slice('sound:'.length)}.wav`);
  assert.is(rateHz, 8000);
  return samples;
}
