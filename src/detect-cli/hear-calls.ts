import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceTap } from '../detect/call-detector.ts';
import { AppError } from '../domain/errors.ts';
import { asAgents } from './agents-words.ts';
import { readCall } from './audio-file.ts';
import type { Detections } from './detections.ts';
import { type LabelledCall, personsThere } from './labelled-call.ts';
import { type Heard, listen } from './listen.ts';
import { type Loss, loseAudio } from './loss.ts';
import { keepStep, type Measured } from './replay.ts';
import { earlyRingSeconds } from './rings.ts';
import type { Understands } from './understand.ts';

export interface HearingOptions {
  sensitivity: number;
  ringsEarly: boolean;
  asksBack: boolean;
  /** Plays each call twice, the second time with what was learned from the first, and keeps the second result. */
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

export interface Hearing {
  detections: Detections;
  /** By call; without evidence unless it is kept. */
  measured: ReadonlyMap<string, Measured>;
  /** Of the detector. */
  cpuMs: number;
  /** Of audio that was heard. */
  seconds: number;
}

/** Runs the detector over labelled calls. @throws AppError `invalid` when one has no sound that can be read */
export async function hearCalls(
  folder: string,
  calls: readonly LabelledCall[],
  options: HearingOptions,
): Promise<Hearing> {
  // Missing files are reported before the first call is heard, not hours later.
  const files = calls.map((call) => soundOf(folder, call.id));
  const measured = new Map<string, Measured>();
  const detections: Detections = {};
  let cpuMs = 0;
  let seconds = 0;
  for (const [index, call] of calls.entries()) {
    const samples = withLoss(readCall(files[index]!), options);
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

function soundOf(folder: string, id: string): string {
  const file = [`${id}.wav.gz`, `${id}.wav`]
    .map((name) => join(folder, name))
    .find((each) => existsSync(each));
  if (file === undefined) throw new AppError('invalid', `no sound for ${id} in ${folder}`);
  return file;
}

function withLoss(
  samples: Int16Array,
  { loss, fillsWithSilence }: Pick<HearingOptions, 'loss' | 'fillsWithSilence'>,
): Int16Array {
  return loss === undefined ? samples : loseAudio(samples, loss, fillsWithSilence);
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
