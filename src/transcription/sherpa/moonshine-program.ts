import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { telephoneRateHz } from '../../audio/resample.ts';
import { plain, Wideband, widebandRateHz } from '../../audio/wideband.ts';
import { replaceFile } from '../../files/written-file.ts';
import { RecentReadings } from './recent-readings.ts';
import { Silero } from './silero.ts';
import { voicedPart } from './voiced-part.ts';
import {
  answer,
  floatsOf,
  followOrders,
  loadOptional,
  loadSherpa,
  modelFeatures,
  type SherpaPackage,
  type SherpaRecognizer,
} from './sherpa-package.ts';

const engine = 'moonshine';
const weightsPackage = '@moonshine-ai/moonshine-js';

/** Of the decoder's 32,768 tokens, those from here on are marks that are never part of a text. */
const vocabulary = 32_000;
const allTokens = 32_768;

/** "Tiny", English; the package keeps it beside its program for browsers. */
async function weightsFolder(): Promise<string> {
  return loadOptional(engine, weightsPackage, () =>
    fileURLToPath(new URL('model/tiny/quantized', import.meta.resolve(weightsPackage))),
  );
}

/**
 * Moonshine uses Llama's tokens. sherpa-onnx reads them from a file, one per line: the bytes in base64, and the number.
 * @returns the file, in the folder that this program was given.
 */
async function openTokenTable(): Promise<string> {
  const name = 'llama-tokenizer-js';
  const file = join(process.argv[3] ?? '', 'moonshine-tokens.txt');
  if (await isWhole(file)) return file;
  const { default: tokenizer } = await loadOptional(engine, name, () => import('llama-tokenizer-js'));
  const lines = Array.from({ length: allTokens }, (_none, n) => {
    const token = n < vocabulary ? (tokenizer.vocabById[n] ?? '') : `<mark ${n}>`;
    const byte = /^<0x([0-9A-F]{2})>$/.exec(token)?.[1];
    return `${Buffer.from(byte ?? token, byte === undefined ? 'utf8' : 'hex').toString('base64')} ${n}`;
  });
  await replaceFile(file, `${lines.join('\n')}\n`, 0o644, `${file}.${process.pid}`);
  return file;
}

/** With an incomplete table the library loads the model all the same, and understands nothing. */
async function isWhole(file: string): Promise<boolean> {
  const text = await readFile(file, 'latin1').catch(() => '');
  return text.endsWith(` ${allTokens - 1}\n`);
}

async function openRecognizer({ OfflineRecognizer }: SherpaPackage): Promise<SherpaRecognizer> {
  const weights = await weightsFolder();
  const moonshine = {
    encoder: join(weights, 'encoder_model.onnx'),
    mergedDecoder: join(weights, 'decoder_model_merged.onnx'),
  };
  const tokens = await openTokenTable();
  return new OfflineRecognizer({
    featConfig: modelFeatures,
    modelConfig: { moonshine, tokens, numThreads: 1, provider: 'cpu', debug: 0 },
  });
}

// Words may be a little late; the audio of calls may not.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const sherpa = await loadSherpa(engine);
const recognizer = await openRecognizer(sherpa);
const silero = new Silero(sherpa);
const readings = new RecentReadings(understand);

function recognise(samples: Int16Array, sampleRate = telephoneRateHz): string {
  const stream = recognizer.createStream();
  stream.acceptWaveform({ samples: floatsOf(samples), sampleRate });
  recognizer.decode(stream);
  return recognizer.getResult(stream).text;
}

/** After 1.5 s of office noise it takes 50 of 57 prompts for silence, so it gets them without the noise. */
function understand(stretch: Int16Array): string {
  const text = recognise(stretch);
  if (text !== '') return text;
  const part = silero.partOf(stretch);
  if (part?.length === 0) return '';
  return recognise(voicedPart(stretch)) || (part === undefined ? '' : recognise(part));
}

/** With our own resampling. It is as accurate as the library's, but has other words wrong (docs/speech.md). */
function understandAgain(stretch: Int16Array): string {
  return recognise(new Wideband(plain).take(stretch), widebandRateHz);
}

answer({ ready: true });
let stretch: Int16Array = new Int16Array(0);
await followOrders((order) => {
  if (order.kind === 'sound') stretch = order.samples;
  else if (order.kind === 'voice') answer(silero.hear(order.stream, order.samples));
  else if (order.kind === 'forget') silero.forget(order.stream);
  else
    answer({
      text: order.kind === 'again' ? understandAgain(stretch) : readings.textOf(stretch),
      isFinal: true,
    });
});
