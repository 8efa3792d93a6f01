import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MonoSound, readSound } from '../audio/sound-file.ts';
import { AppError } from '../domain/errors.ts';
import type { SpeechEngine } from './engine.ts';

/** A program and the arguments that go before its own. */
export interface FliteProgram {
  readonly command: string;
  readonly leadingArgs: readonly string[];
}

export interface FliteNeeds {
  /** @throws AppError `unavailable` */
  open(): Promise<FliteProgram>;
  /** Runs a program to completion. @returns its output. @throws AppError `unavailable` */
  run(command: string, args: readonly string[], signal: AbortSignal): Promise<string>;
  voice: string;
  /** Where its temporary files go. */
  temporaryFolder: string;
}

/**
 * Debian's flite: over a telephone line its voice `rms` is understood better than flite's others and espeak-ng
 * (docs/speech-figures.md).
 */
export class Flite implements SpeechEngine {
  readonly name: string;
  readonly #needs: FliteNeeds;
  #program: Promise<FliteProgram> | undefined;

  constructor(needs: FliteNeeds) {
    this.#needs = needs;
    this.name = `flite ${needs.voice}`;
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.#open(signal);
  }

  async make(text: string, signal: AbortSignal): Promise<MonoSound> {
    const { command, leadingArgs } = await this.#open(signal);
    const folder = await mkdtemp(join(this.#needs.temporaryFolder, 'holdfast-speech-'));
    try {
      // The text, which may mention the owner's contract, goes through neither a shell nor an argument list.
      const [said, made] = [join(folder, 'text'), join(folder, 'speech.wav')];
      await writeFile(said, `${text}\n`, { mode: 0o600 });
      const args = ['-voice', this.#needs.voice, '-f', said, '-o', made];
      await this.#needs.run(command, [...leadingArgs, ...args], signal);
      // On a full disk flite writes what it can, and ends as if all were well.
      return await readSound(made, { mustBeWhole: true });
    } catch (cause) {
      if (cause instanceof AppError && cause.code === 'unavailable') throw cause;
      throw new AppError('unavailable', 'flite returned no speech', { cause });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** After a failure, the program is looked for again at the next use. */
  #open(signal: AbortSignal): Promise<FliteProgram> {
    this.#program ??= this.#openWithVoice(signal).catch((error: unknown) => {
      this.#program = undefined;
      throw error;
    });
    return this.#program;
  }

  /** If flite does not know the requested voice, it uses its first one, which is the hardest to understand. */
  async #openWithVoice(signal: AbortSignal): Promise<FliteProgram> {
    const { voice } = this.#needs;
    const program = await this.#needs.open();
    // A voice that is loaded from a file is in no list.
    if (/[./]/.test(voice)) return program;
    const listed = await this.#needs.run(program.command, [...program.leadingArgs, '-lv'], signal);
    const voices = /^Voices available:(.*)$/m.exec(listed)?.[1]?.trim().split(/\s+/);
    if (voices !== undefined && !voices.includes(voice))
      throw new AppError('unavailable', `SPEECH_VOICE must be one of ${voices.join(', ')}, not "${voice}"`);
    return program;
  }
}
