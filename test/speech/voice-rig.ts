import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import * as assert from 'uvu/assert';
import { readSound } from '../../src/audio/sound-file.ts';
import { AppError } from '../../src/domain/errors.ts';
import { runCommandOrThrow } from '../../src/provision/run-command.ts';
import { openFlite } from '../../src/provision/speech-program.ts';
import type { SpeechEngine } from '../../src/speech/engine.ts';
import { Flite } from '../../src/speech/flite.ts';
import { Voice } from '../../src/speech/voice.ts';
import { memoryLog } from '../store/fixtures.ts';

export const quietly = (): void => undefined;

export function fliteWith(program = openFlite(quietly)): Flite {
  return new Flite({
    open: () => program,
    run: (command, args, signal) => runCommandOrThrow(command, args, { signal }),
    voice: 'rms',
  });
}

export function voiceOf(
  engine: SpeechEngine | undefined,
  folder: string | undefined,
  { timeoutMs = 20_000, configured = [] as string[] } = {},
) {
  const log = memoryLog();
  return { log, voice: new Voice({ engine, folder, configured, fileMode: 0o600, timeoutMs, log }) };
}

export async function faultOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return '';
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return `${error.code}: ${error.detail}`;
  }
}

/** The file behind `sound:…`. */
export async function soundOf(media: string): Promise<Float32Array> {
  assert.match(media, /^sound:\//);
  const { samples, rateHz } = await readSound(`${media.slice('sound:'.length)}.wav`);
  assert.is(rateHz, 8000);
  return samples;
}

export async function listening(
  server: { listen(port: number, host: string): unknown; address(): unknown } & NodeJS.EventEmitter,
): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
