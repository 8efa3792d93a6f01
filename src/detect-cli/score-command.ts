import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { config as readDotenv } from 'dotenv';
import type { EvidenceTap } from '../detect/call-detector.ts';
import { thresholdsFor } from '../detect/decision/sensitivity.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { asAgents, readAgentTexts } from './agents-words.ts';
import { readCall } from './audio-file.ts';
import { type LabelledCall, personsThere } from './labelled-call.ts';
import { type Heard, listen } from './listen.ts';
import { type Loss, loseAudio, readLoss } from './loss.ts';
import { keepStep, type Measured } from './replay.ts';
import { ringCurve } from './ring-curve.ts';
import { earlyRingSeconds } from './rings.ts';
import { scoreCalls, type Detections } from './score.ts';
import { describeScore, shareableReport } from './score-report.ts';
import { settingsTable } from './settings-table.ts';
import { readSensitivity, runInTerminal } from './terminal.ts';
import { openUnderstanding, type Understands } from './understand.ts';

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

interface HearingOptions {
  sensitivity: number;
  ringsEarly: boolean;
  asksBack: boolean;
  /** Plays each call twice, the second time with what the first taught, and keeps the second result. */
  twice: boolean;
  /** A simulated owner sends the first call back wherever it is not a person. */
  refuses: boolean;
  loss: Loss | undefined;
  fillsWithSilence: boolean;
  /** Keeps the evidence too, for tables over other thresholds. */
  keepsEvidence: boolean;
  understands: Understands | undefined;
  /** What persons say instead of their own words. */
  agents: readonly string[] | undefined;
}

interface Hearing {
  detections: Detections;
  /** By call; without evidence unless it is kept. */
  measured: ReadonlyMap<string, Measured>;
  /** Of the detector. */
  cpuMs: number;
  /** Of audio that was heard. */
  seconds: number;
}

async function main(): Promise<void> {
  readDotenv({ quiet: true }); // the gateway's recogniser
  const { values, positionals } = readCommandLine();
  const [folder] = positionals;
  if (!folder) {
    console.log(usage);
    process.exitCode = 2;
    return;
  }
  refuseContradictions(values);
  const sensitivity = readSensitivity(values.sensitivity);
  const settings = {
    sensitivity,
    ringsEarly: !values.sure,
    asksBack: values['ask-back'] === true,
    hearsWords: values.words === true,
  };
  const calls = labelledCalls(folder, values.machine);
  const heard = values.detections
    ? readDetections(values.detections)
    : await hearCalls(folder, calls, {
        ...settings,
        twice: values.twice === true,
        refuses: values.refuse === true,
        loss: values.lose === undefined ? undefined : readLoss(values.lose),
        fillsWithSilence: values['in-silence'] === true,
        keepsEvidence: values.curve === true || values.settings === true,
        understands: values.words ? openUnderstanding(process.env) : undefined,
        agents: values.agents === undefined ? undefined : readAgentTexts(values.agents),
      });
  const score = scoreCalls(calls, heard.detections);
  if (values.report) {
    const report = shareableReport(score, { ...(values.detections ? {} : settings), calls: calls.length });
    writeFileSync(values.report, `${JSON.stringify(report, null, 1)}\n`);
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

/** @throws AppError `invalid` */
function refuseContradictions(values: ReturnType<typeof readCommandLine>['values']): void {
  if (values.refuse && !values.twice) throw new AppError('invalid', '--refuse goes with --twice');
  if (values.agents && !values.words) throw new AppError('invalid', '--agents goes with --words');
  if ((values.curve || values.settings) && (values.detections || values.json))
    throw new AppError(
      'invalid',
      '--curve and --settings play the calls and print a table: leave out --detections and --json',
    );
}

function labelledCalls(folder: string, machine: string | undefined): LabelledCall[] {
  const calls = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readJson(join(folder, name)) as Partial<LabelledCall>)
    .filter((call): call is LabelledCall => Array.isArray(call.segments) && Array.isArray(call.humans))
    .filter((call) => machine === undefined || call.machine === machine);
  if (calls.length === 0)
    throw new AppError(
      'invalid',
      `no labelled calls in ${folder}${machine === undefined ? '' : ` with the machine ${machine}`}`,
    );
  return calls;
}

function readDetections(path: string): Hearing {
  const detections = readJson(path) as Detections;
  return { detections, measured: new Map(), cpuMs: 0, seconds: 0 };
}

function readJson(path: string): unknown {
  const text = readFileSync(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid', `${path} is not JSON: ${describeError(cause)}`, { cause });
  }
}

async function hearCalls(
  folder: string,
  calls: readonly LabelledCall[],
  options: HearingOptions,
): Promise<Hearing> {
  const measured = new Map<string, Measured>();
  const detections: Detections = {};
  let cpuMs = 0;
  let seconds = 0;
  for (const call of calls) {
    const samples = audioOf(folder, call.id, options);
    const understood = (await options.understands?.(samples)) ?? [];
    const words = options.agents === undefined ? understood : asAgents(call, understood, options.agents);
    const kept: Measured = { recording: [], words };
    measured.set(call.id, kept);
    const before = process.cpuUsage();
    const { windows, human, rings, seconds: length } = hearCall(call, samples, options, kept);
    const { user, system } = process.cpuUsage(before);
    cpuMs += (user + system) / 1000;
    seconds += length * (options.twice ? 2 : 1);
    detections[call.id] = { windows, human, rings };
  }
  return { detections, measured, cpuMs, seconds };
}

function hearCall(
  call: LabelledCall,
  samples: Int16Array,
  { sensitivity, ringsEarly, asksBack, twice, refuses, keepsEvidence }: HearingOptions,
  { recording, words }: Measured,
): Heard {
  const keep: EvidenceTap | undefined = keepsEvidence
    ? (evidence, tones) => keepStep(recording, evidence, tones)
    : undefined;
  const shared = { sensitivity, ringsEarly, asksBack, words };
  const owner = refuses ? { refuses: (at: number) => isNobodyThere(call, at) } : {};
  const first = listen(samples, { ...shared, ...owner }, twice ? undefined : keep);
  return twice ? listen(samples, { ...shared, memory: first.learned }, keep) : first;
}

function isNobodyThere(call: LabelledCall, at: number): boolean {
  return personsThere(call).every(([from, to]) => at < from - earlyRingSeconds || at > to);
}

function audioOf(folder: string, id: string, { loss, fillsWithSilence }: HearingOptions): Int16Array {
  const path = [`${id}.wav.gz`, `${id}.wav`]
    .map((name) => join(folder, name))
    .find((each) => existsSync(each));
  if (!path) throw new AppError('invalid', `no sound for ${id} in ${folder}`);
  const samples = readCall(path);
  return loss === undefined ? samples : loseAudio(samples, loss, fillsWithSilence);
}

await runInTerminal(main);
