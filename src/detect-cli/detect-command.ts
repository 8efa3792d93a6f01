import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { config as readDotenv } from 'dotenv';
import { thresholdsFor } from '../detect/decision/sensitivity.ts';
import { AppError } from '../domain/errors.ts';
import { parsePhoneNumber } from '../domain/phone-number.ts';
import { listCalls, readCall } from './audio-file.ts';
import type { Detections } from './detections.ts';
import { labelCall, terminalAsk } from './label.ts';
import { listen } from './listen.ts';
import { addToMemory, readMemory } from './memory-file.ts';
import { requireWritable, writeText } from './named-file.ts';
import { drawCall } from './plot.ts';
import { endWithReader, readSensitivity, runInTerminal, terminalLog } from './terminal.ts';
import { describeTimeline } from './timeline.ts';
import { openWhereUnderstood } from './understand.ts';

const usage = `npm run detect -- FILE_OR_FOLDER [options]

Listens to recorded calls (.wav or .wav.gz; PCM, float, A-law, µ-law; any rate) as the gateway would and prints what it hears.

  --sensitivity 0..1   as in a call, 0.5 by default; higher declares a person sooner and errs more
  --number +1…         the dialled number, for --memory
  --memory FILE        recordings learned from earlier calls to that number, as npm run memory exports them; added to afterwards
  --out FILE           writes {id: {windows, human, rings}} for npm run score
  --sound-only         without the words that the recogniser of STT_ENGINE understands, ten times as fast
  --label              asks who was on each call and writes ID.json beside it, for npm run score; the sound stays where it is
  --plot FILE.svg      draws the call (of a folder, the first one)
  --quiet              prints only what cannot be read`;

async function main(): Promise<void> {
  readDotenv({ quiet: true }); // the gateway's recogniser
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      number: { type: 'string' },
      memory: { type: 'string' },
      out: { type: 'string' },
      plot: { type: 'string' },
      sensitivity: { type: 'string' },
      label: { type: 'boolean' },
      'sound-only': { type: 'boolean' },
      quiet: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const [path] = positionals;
  if (values.help || !path || positionals.length > 1) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const sensitivity = readSensitivity(values.sensitivity);
  if ((values.memory === undefined) !== (values.number === undefined))
    throw new AppError('invalid', '--memory and --number go together');
  const number = values.number === undefined ? '' : parsePhoneNumber(values.number, '--number').e164;
  const outputs = [values.out, values.plot, values.memory];
  outputs.forEach(requireWritable);
  if (values.memory) readMemory(values.memory, number); // a file without readable audio is reported once
  endWithReader({ writesFiles: values.label === true || outputs.some((file) => file !== undefined) });
  const detections: Detections = {};
  let failures = 0;
  const understands = values['sound-only'] ? undefined : openWhereUnderstood(process.env, terminalLog);
  const terminal = values.label ? terminalAsk() : undefined;
  for (const [index, call] of listCalls(path).entries()) {
    try {
      const labelFile = join(dirname(call.path), `${call.id}.json`);
      if (terminal) requireWritable(labelFile);
      const samples = readCall(call.path);
      const memory = values.memory ? readMemory(values.memory, number) : [];
      const words = await understands?.(samples);
      const heard = listen(samples, { sensitivity, memory, words });
      detections[call.id] = { windows: heard.windows, human: heard.human, rings: heard.rings };
      if (!values.quiet) console.log(`${describeTimeline(call.id, heard)}\n`);
      if (terminal) {
        const labels = await labelCall(call.id, heard, terminal.ask);
        writeText(labelFile, `${JSON.stringify(labels)}\n`);
      }
      if (values.memory) addToMemory(values.memory, number, heard.learned);
      if (values.plot && index === 0)
        writeText(values.plot, drawCall(call.id, samples, heard, thresholdsFor(sensitivity)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failures++;
      console.error(error.message);
    }
  }
  terminal?.close();
  if (values.out) writeText(values.out, JSON.stringify(detections));
  if (failures > 0) process.exitCode = 1;
}

await runInTerminal(main);
