import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Transcriber } from '../../calls/words/transcriber.ts';
import type { Config } from '../../config/config.ts';
import { AppError, describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import { openCacheFolder } from '../../provision/cache-folder.ts';
import { childEnvironment } from '../../provision/child-environment.ts';
import { openPocketSphinx } from '../../provision/transcription-program.ts';
import type { TranscriptionEngine } from '../../transcription/engine.ts';
import { Moonshine } from '../../transcription/sherpa/moonshine.ts';
import { OpenAiTranscription } from '../../transcription/openai-transcription.ts';
import { PocketSphinx } from '../../transcription/pocketsphinx/pocketsphinx.ts';
import { RepeatedSpeech } from '../../transcription/repeated-speech.ts';
import { SherpaTranscription } from '../../transcription/sherpa/sherpa-transcription.ts';
import { VoskTranscription } from '../../transcription/vosk-transcription.ts';
import { WyomingTranscription } from '../../transcription/wyoming-transcription.ts';

/** Long enough to download an engine that is not on this machine yet. */
const bringMs = 300_000;
const boot = fileURLToPath(new URL('../../transcription/program-boot.mjs', import.meta.url));
const models = fileURLToPath(new URL('../../transcription/models', import.meta.url));

/** A recogniser that can be tried; one line in the log says if it does not work. */
export interface PreparedTranscriber extends Transcriber {
  /** Never rejects. */
  prepare(): Promise<void>;
}

/** The configured recogniser. Without `STT_ENGINE`, the default one is not looked for or downloaded until a call needs it. */
export function openTranscriber(
  { transcription }: Pick<Config, 'transcription'>,
  log: Log,
  temporaryFolder = tmpdir(),
): PreparedTranscriber {
  const engine = transcriptionEngineOf(transcription, log, temporaryFolder);
  if (engine === undefined)
    return {
      engine: undefined,
      async open() {
        throw new AppError('unavailable', 'STT_ENGINE is none');
      },
      async prepare() {},
    };
  return {
    engine: engine.name,
    recognises: engine.recognises,
    runsForEveryCall: engine.runsForEveryCall === true,
    // An owner does not repeat recordings.
    open: (options) =>
      options.speaker === 'owner'
        ? engine.open(options)
        : RepeatedSpeech.open(options, (inner) => engine.open(inner)),
    async prepare() {
      if (!transcription.isChosen) return;
      try {
        await engine.check(AbortSignal.timeout(bringMs));
      } catch (error) {
        log.error('speech will not be transcribed', { engine: engine.name, why: describeError(error) });
      }
    },
  };
}

function transcriptionEngineOf(
  { engine, url, modelDir, apiKey, model, language }: Config['transcription'],
  log: Pick<Log, 'info' | 'warn'>,
  temporaryFolder: string,
): TranscriptionEngine | undefined {
  const onDeaf = (why: string): void => {
    log.warn('voices are told from noise by their level alone', { engine, why });
  };
  switch (engine) {
    case 'none':
      return undefined;
    case 'moonshine':
      return new Moonshine({
        openCache: openCacheFolder,
        start: (folder) => startProgram('./sherpa/moonshine-program.ts', folder),
        onDeaf,
      });
    case 'pocketsphinx':
      return new PocketSphinx({
        open: () => openPocketSphinx((line) => log.info(line)),
        start: (command, args) => spawn(command, args, { env: childEnvironment(), stdio: 'pipe' }),
        languageModel: `${models}/menu.lm`,
        temporaryFolder,
        onCommonModel: (why) =>
          log.warn('the words that a menu may say were not added to the recogniser', { engine, why }),
        transform: `${models}/telephone.mllr`,
      });
    case 'sherpa':
      return new SherpaTranscription({
        modelFolder: modelDir ?? '',
        start: (files) => startProgram('./sherpa/sherpa-program.ts', JSON.stringify(files)),
        onBehind: ({ callId, speaker }) =>
          log.warn('sherpa-onnx is slower than speech: the oldest audio is dropped', {
            call: callId,
            speaker,
          }),
        onDeaf,
      });
    case 'openai':
      return new OpenAiTranscription({ url, apiKey, model, language });
    case 'vosk':
      return new VoskTranscription({ url });
    case 'wyoming': {
      const { hostname, port } = new URL(url);
      return new WyomingTranscription({ host: hostname, port: Number(port), language });
    }
  }
}

/** Starts a program of src/transcription, with its answers on descriptor 3. */
function startProgram(...args: string[]): ChildProcess {
  return spawn(process.execPath, [boot, ...args], {
    env: childEnvironment(),
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
}
