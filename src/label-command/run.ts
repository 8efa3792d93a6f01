import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { telephoneRateHz } from '../audio/resample.ts';
import { encodeTelephoneWav, readWav } from '../audio/wav.ts';
import { labelsOf, personEvents } from '../calls/person-labels.ts';
import type { CallStore, Journal } from '../calls/store.ts';
import type { LabelledCall } from '../detect-cli/labelled-call.ts';
import type { ClassifiedSegment } from '../domain/call.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { makeFolder } from '../files/folders.ts';
import { audioFile } from '../recordings/recording-files.ts';
import type { RecordingStore } from '../recordings/store.ts';
import { channelOf } from '../recordings/taping.ts';

export const usage = `npm run labels -- FOLDER

Writes every recorded call for which you said on the dashboard whether each person that it reported was one: the far side as ID.wav,
who was there as ID.json. npm run score -- FOLDER reads them.`;

/** @throws AppError `invalid`, with a message for the terminal. */
export function readArguments(argv: readonly string[]): string {
  const [folder, ...rest] = argv;
  if (folder === undefined || folder.startsWith('-') || rest.length > 0) throw new AppError('invalid', usage);
  return folder;
}

export interface LabelSources {
  journal: Pick<Journal, 'read'>;
  calls: Pick<CallStore, 'segments'>;
  recordings: Pick<RecordingStore, 'keptOf'>;
  /** The folder of the audio files. */
  audioFolder: string;
}

const pageSize = 1_000;

/** @returns the terminal output. */
export async function writeLabelledCalls(folder: string, sources: LabelSources): Promise<string> {
  await makeFolder(folder);
  const lines: string[] = [];
  let written = 0;
  for (const callId of await labelledCallIds(sources.journal)) {
    const fault = await writeCall(folder, callId, sources);
    if (fault === undefined) written += 1;
    else lines.push(`${callId}: ${fault}`);
  }
  return [...lines, `${written} ${written === 1 ? 'call' : 'calls'} written to ${folder}`].join('\n');
}

async function labelledCallIds(journal: LabelSources['journal']): Promise<Set<string>> {
  const ids = new Set<string>();
  let since = 0;
  for (;;) {
    const page = await journal.read(since, { types: ['person_labelled'] }, pageSize);
    for (const { callId } of page) ids.add(callId);
    since = page.at(-1)?.id ?? since;
    if (page.length < pageSize) return ids;
  }
}

/** @returns why it is left out. */
async function writeCall(folder: string, callId: string, sources: LabelSources): Promise<string | undefined> {
  const recording = await sources.recordings.keptOf(callId);
  if (recording === undefined) return 'it has no recording';
  if (recording.format !== 'wav') return 'its recording is Ogg Opus, which is not read here';
  const types = [...personEvents, 'person_labelled', 'hold_resumed'] as const;
  const events = await sources.journal.read(0, { callId, types }, pageSize);
  const labels = labelsOf(events);
  const unsaid = events.some(({ id, type }) => type === 'human_detected' && !labels.has(id));
  if (unsaid) return 'not all of its persons are labelled';
  const far = await readFarSide(audioFile(sources.audioFolder, recording));
  if (typeof far === 'string') return far;
  const seconds = far.length / telephoneRateHz;
  const secondsOf = (atMs: number): number =>
    Math.max(0, Math.min(seconds, (atMs - recording.startedAtMs) / 1000));
  const segments = await sources.calls.segments(callId);
  const humans = events
    .filter(({ id }) => labels.get(id) === true)
    .map((event) => ({
      first_word: secondsOf(voiceBegan(segments, event.atMs)),
      end: secondsOf(
        events.find((each) => each.id > event.id && each.type === 'hold_resumed')?.atMs ?? Infinity,
      ),
    }))
    // Someone first "likely" and then "sure" is kept once.
    .filter(({ end }, index, all) => end !== all[index - 1]?.end);
  const call: LabelledCall = {
    id: callId,
    scenario: 'own',
    duration: seconds,
    segments: humans.map(({ first_word: start, end }) => ({ start, end, label: 'live_human' })),
    humans,
    speech: [],
  };
  const base = path.join(folder, callId);
  await writeFile(`${base}.wav`, encodeTelephoneWav(far), { mode: 0o600 });
  await writeFile(`${base}.json`, `${JSON.stringify(call, null, 1)}\n`, { mode: 0o600 });
  return undefined;
}

/** @returns why it cannot be read, if so: one damaged file must not prevent the export of the other calls. */
async function readFarSide(file: string): Promise<Float32Array | string> {
  try {
    const { channels } = readWav(await readFile(file));
    return channels[channelOf.far] ?? 'its recording has no far side';
  } catch (error) {
    return `its recording cannot be read: ${describeError(error)}`;
  }
}

const voices: readonly ClassifiedSegment['audioClass'][] = ['live_human', 'announcement', 'ivr_prompt'];

/** A person is declared some time after the first word: returns where the current voice segment begins. */
function voiceBegan(segments: readonly ClassifiedSegment[], atMs: number): number {
  const before = segments.findLast(({ fromMs }) => fromMs <= atMs);
  return before !== undefined && voices.includes(before.audioClass) ? before.fromMs : atMs;
}
