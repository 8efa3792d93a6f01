import { parseArgs } from 'node:util';
import { config as readDotenv } from 'dotenv';
import { thresholdsFor } from '../detect/decision/sensitivity.ts';
import { AppError } from '../domain/errors.ts';
import { readAgentTexts } from './agents-words.ts';
import { readDetections } from './detections.ts';
import { hearCalls, type Hearing, type HearingOptions } from './hear-calls.ts';
import { readLabelledCalls } from './labelled-call.ts';
import { readLoss } from './loss.ts';
import { requireWritable, writeText } from './named-file.ts';
import { ringCurve } from './ring-curve.ts';
import { scoreCalls } from './score.ts';
import { describeScore, shareableReport } from './score-report.ts';
import { settingsTable } from './settings-table.ts';
import { endWithReader, readSensitivity, runInTerminal } from './terminal.ts';
import { openUnderstanding } from './understand.ts';

const usage = `npm run score -- FOLDER [--detections FILE] [--sensitivity 0..1] [--sure] [--ask-back] [--twice [--refuse]] [--json] [--curve] [--settings]
                               [--words [--agents FILE]] [--machine NAME] [--report FILE] [--lose MS/SECONDS [--in-silence]]

Runs the detector over a folder of labelled calls (ID.json beside ID.wav.gz) and scores it, or scores what
npm run detect wrote with --out. --sure does not ring for a person who is only likely. --ask-back speaks to anybody who falls silent,
as the gateway does; a recorded person does not hear it. --twice plays each call again with the memory of the first time and scores
that; --refuse adds an owner who sends the first call back wherever it was not a person.
--curve adds a table over the threshold for ringing, --settings one with and without RING_EARLY and ASK_BACK.
--lose removes MS of sound about every SECONDS, as a bad line does, and fills the gaps as the service does, or --in-silence.
--words tells the detector what is said as well, as the recogniser of STT_ENGINE understands it and when a live call would know it.
--agents makes every person say what agents say, by the lines of FILE that begin with "agent: ".
--machine scores only the calls whose machine is of that kind, as training/turn_set.py names it.
--report writes the figures as JSON that can be shared: no sound, no name, no number.`;

type Options = ReturnType<typeof readCommandLine>['values'];

async function main(): Promise<void> {
  readDotenv({ quiet: true }); // the gateway's recogniser
  const { values, positionals } = readCommandLine();
  const [folder] = positionals;
  if (values.help || !folder || positionals.length > 1) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  refuseContradictions(values);
  requireWritable(values.report);
  endWithReader();
  const sensitivity = readSensitivity(values.sensitivity);
  const settings = {
    sensitivity,
    ringsEarly: !values.sure,
    asksBack: values['ask-back'] === true,
    hearsWords: values.words === true,
  };
  const before = values.detections === undefined ? undefined : detectedBefore(values.detections);
  const options = { ...settings, ...readHearing(values) };
  const calls = readLabelledCalls(folder, values.machine);
  const heard = before ?? (await hearCalls(folder, calls, options));
  const score = scoreCalls(calls, heard.detections);
  if (values.report) {
    const report = shareableReport(score, { ...(values.detections ? {} : settings), calls: calls.length });
    writeText(values.report, `${JSON.stringify(report, null, 1)}\n`);
  }
  if (values.json) {
    console.log(JSON.stringify(score, null, 1));
    return;
  }
  console.log(describeScore(score));
  if (heard.seconds === 0) return;
  console.log(`\nCPU for one second of audio: ${(heard.cpuMs / heard.seconds).toFixed(2)} ms`);
  const thresholds = thresholdsFor(sensitivity);
  if (values.curve) console.log(`\n${ringCurve(calls, heard.measured, thresholds)}`);
  if (values.settings) console.log(`\n${settingsTable(calls, heard.measured, thresholds)}`);
}

function readCommandLine() {
  return parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      detections: { type: 'string' },
      sensitivity: { type: 'string' },
      twice: { type: 'boolean' },
      refuse: { type: 'boolean' },
      'ask-back': { type: 'boolean' },
      sure: { type: 'boolean' },
      json: { type: 'boolean' },
      curve: { type: 'boolean' },
      settings: { type: 'boolean' },
      report: { type: 'string' },
      lose: { type: 'string' },
      'in-silence': { type: 'boolean' },
      words: { type: 'boolean' },
      agents: { type: 'string' },
      machine: { type: 'string' },
    },
  });
}

/** Say how the calls are played; scoring what was detected before plays none. */
const playing = [
  'sensitivity',
  'sure',
  'ask-back',
  'twice',
  'refuse',
  'lose',
  'in-silence',
  'words',
  'agents',
  'curve',
  'settings',
] as const satisfies (keyof Options)[];

/** @throws AppError `invalid` */
function refuseContradictions(values: Options): void {
  const pairs = { refuse: 'twice', agents: 'words', 'in-silence': 'lose' } as const;
  for (const [option, needed] of Object.entries(pairs) as [keyof Options, keyof Options][])
    if (values[option] !== undefined && values[needed] === undefined)
      throw new AppError('invalid', `--${option} goes with --${needed}`);
  const unheard =
    values.detections === undefined ? undefined : playing.find((name) => values[name] !== undefined);
  if (unheard !== undefined)
    throw new AppError('invalid', `--${unheard} plays the calls: leave out --detections`);
  if ((values.curve || values.settings) && values.json)
    throw new AppError('invalid', '--curve and --settings print a table: leave out --json');
}

/** @throws AppError `invalid` */
function readHearing(values: Options): Omit<HearingOptions, 'sensitivity' | 'ringsEarly' | 'asksBack'> {
  return {
    twice: values.twice === true,
    refuses: values.refuse === true,
    loss: values.lose === undefined ? undefined : readLoss(values.lose),
    fillsWithSilence: values['in-silence'] === true,
    keepsEvidence: values.curve === true || values.settings === true,
    understands: values.words ? openUnderstanding(process.env) : undefined,
    agents: values.agents === undefined ? undefined : readAgentTexts(values.agents),
  };
}

/** @throws AppError `invalid` */
function detectedBefore(file: string): Hearing {
  return { detections: readDetections(file), measured: new Map(), cpuMs: 0, seconds: 0 };
}

await runInTerminal(main);
