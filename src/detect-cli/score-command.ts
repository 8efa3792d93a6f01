import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { EvidenceTap } from '../detect/call-detector.ts';
import { thresholdsFor } from '../detect/decision/sensitivity.ts';
import { readCall } from './audio-file.ts';
import { listen } from './listen.ts';
import { loseAudio, readLoss } from './loss.ts';
import { keepStep, type Recording } from './replay.ts';
import { ringCurve } from './ring-curve.ts';
import { personsThere, scoreCalls, type Detections, type LabelledCall } from './score.ts';
import { describeScore, shareableReport } from './score-report.ts';
import { settingsTable } from './settings-table.ts';
import { AppError } from '../domain/errors.ts';

const usage = `npm run score -- FOLDER [--detections FILE] [--sensitivity 0..1] [--sure] [--ask-back] [--twice [--refuse]] [--json] [--curve] [--settings]
                               [--report FILE] [--lose MS/SECONDS [--in-silence]]

Runs the detector over a folder of labelled calls (ID.json beside ID.wav.gz) and scores it, or scores what
npm run detect wrote with --out. --sure does not ring for a person who is only likely. --ask-back speaks to anybody who falls silent,
as the gateway does; a recorded person does not hear it. --twice plays each call again with the memory of the first time and scores
that; --refuse adds an owner who sends the first call back wherever it was not a person.
--curve adds a table over the threshold for ringing, --settings one with and without RING_EARLY and ASK_BACK.
--lose removes MS of sound about every SECONDS, as a bad line does, and fills the gaps as the service does, or --in-silence.
--report writes the figures as JSON that can be shared: no sound, no name, no number.`;

function labelledCalls(folder: string): LabelledCall[] {
  const calls = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Partial<LabelledCall>)
    .filter((call): call is LabelledCall => Array.isArray(call.segments) && Array.isArray(call.humans));
  if (calls.length === 0) throw new AppError('invalid', `no labelled calls in ${folder}`);
  return calls;
}

/** A ring may begin a little before the first word. */
const earlySeconds = 2;

function isNobodyThere(call: LabelledCall, at: number): boolean {
  return personsThere(call).every(([from, to]) => at < from - earlySeconds || at > to);
}

function audioOf(folder: string, id: string): string {
  const path = [`${id}.wav.gz`, `${id}.wav`]
    .map((name) => join(folder, name))
    .find((each) => existsSync(each));
  if (!path) throw new AppError('invalid', `no sound for ${id} in ${folder}`);
  return path;
}

function main(): void {
  const { values, positionals } = parseArgs({
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
    },
  });
  const [folder] = positionals;
  if (!folder) {
    console.log(usage);
    process.exitCode = 2;
    return;
  }
  if (values.refuse && !values.twice) throw new AppError('invalid', '--refuse goes with --twice');
  const needsHearing = values.curve || values.settings;
  if (needsHearing && (values.detections || values.json))
    throw new AppError(
      'invalid',
      '--curve and --settings play the calls and print a table: leave out --detections and --json',
    );
  const sensitivity = Number(values.sensitivity ?? 0.5);
  const loss = values.lose === undefined ? undefined : readLoss(values.lose);
  const calls = labelledCalls(folder);
  let detections: Detections = {};
  const recordings = new Map<string, Recording>();
  let cpuMs = 0;
  let seconds = 0;
  if (values.detections) detections = JSON.parse(readFileSync(values.detections, 'utf8')) as Detections;
  else
    for (const call of calls) {
      const { id } = call;
      const whole = readCall(audioOf(folder, id));
      const samples = loss === undefined ? whole : loseAudio(whole, loss, values['in-silence'] === true);
      const options = { sensitivity, ringsEarly: !values.sure, asksBack: values['ask-back'] };
      const refuses = values.refuse ? (at: number) => isNobodyThere(call, at) : undefined;
      const recording: Recording = [];
      const keep: EvidenceTap | undefined = needsHearing
        ? (evidence, tones) => keepStep(recording, evidence, tones)
        : undefined;
      recordings.set(id, recording);
      const before = process.cpuUsage();
      let heard = listen(samples, { ...options, refuses }, values.twice ? undefined : keep);
      if (values.twice) heard = listen(samples, { ...options, memory: heard.learned }, keep);
      const used = process.cpuUsage(before);
      cpuMs += (used.user + used.system) / 1000;
      seconds += heard.seconds * (values.twice ? 2 : 1);
      detections[id] = { windows: heard.windows, human: heard.human, rings: heard.rings };
    }
  const score = scoreCalls(calls, detections);
  if (values.report) {
    const settings = values.detections
      ? {}
      : { sensitivity, ringsEarly: !values.sure, asksBack: values['ask-back'] === true };
    const report = shareableReport(score, { ...settings, calls: calls.length });
    writeFileSync(values.report, `${JSON.stringify(report, null, 1)}\n`);
  }
  if (values.json) console.log(JSON.stringify(score, null, 1));
  else {
    console.log(describeScore(score));
    if (seconds > 0) console.log(`\nCPU for one second of audio: ${(cpuMs / seconds).toFixed(2)} ms`);
    if (values.curve && seconds > 0)
      console.log(`\n${ringCurve(calls, recordings, thresholdsFor(sensitivity))}`);
    if (values.settings && seconds > 0)
      console.log(`\n${settingsTable(calls, recordings, thresholdsFor(sensitivity))}`);
  }
}

try {
  main();
} catch (error) {
  if (error instanceof AppError || (error as NodeJS.ErrnoException).code) {
    console.error((error as Error).message);
    process.exitCode = 2;
  } else throw error;
}
