import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { decodeOrders, type SherpaAnswer, type SherpaOrder } from './sherpa-frames.ts';

// What the programs that run sherpa-onnx share. Separate processes rather than threads: with a model that it cannot read, the library
// ends the whole process by exit() or abort(). Sound comes on stdin, answers go to descriptor 3; stderr is the library's.

/** The part of the package used here; it has no types. */
export interface SherpaPackage {
  OnlineRecognizer: new (config: unknown) => SherpaRecognizer & { isReady(stream: SherpaStream): boolean };
  OfflineRecognizer: new (config: unknown) => SherpaRecognizer;
  Vad: new (config: unknown, bufferSeconds: number) => VoiceDetector;
}
export interface SherpaRecognizer {
  createStream(): SherpaStream;
  decode(stream: SherpaStream): void;
  getResult(stream: SherpaStream): { text: string };
}
export interface VoiceDetector {
  acceptWaveform(samples: Float32Array): void;
  isDetected(): boolean;
  /** Whether it keeps no voice that has ended; `pop` drops the oldest one. */
  isEmpty(): boolean;
  pop(): void;
  reset(): void;
}
export interface SherpaStream {
  acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void;
  inputFinished(): void;
}

/** What models are trained with; the library resamples to it. */
export const modelFeatures = { sampleRate: 16_000, featureDim: 80 };

const answers = new Socket({ fd: 3, readable: false, writable: true });
answers.on('error', () => process.exit(0)); // the parent is gone

export function answer(what: SherpaAnswer): void {
  answers.write(`${JSON.stringify(what)}\n`);
}

/** Loads a package that npm may have left out on this machine. @param engine as in `STT_ENGINE` */
export async function loadOptional<T>(engine: string, name: string, load: () => T | Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code } = error as { code?: unknown };
    const isAway = code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';
    const why = isAway ? 'is not installed' : 'has no library for this machine';
    answer({
      fault: `STT_ENGINE=${engine} needs the npm package ${name}, which ${why} (npm install --include=optional)`,
    });
    answers.end();
    throw error;
  }
}

export function loadSherpa(engine: string): Promise<SherpaPackage> {
  const name = 'sherpa-onnx-node';
  return loadOptional(engine, name, () => createRequire(import.meta.url)(name) as SherpaPackage);
}

/** Runs until the parent process closes stdin or is gone. */
export async function followOrders(follow: (order: SherpaOrder) => void): Promise<never> {
  let unread = Buffer.alloc(0);
  for await (const chunk of process.stdin) {
    const { orders, rest } = decodeOrders(Buffer.concat([unread, chunk as Buffer]));
    unread = Buffer.from(rest);
    for (const order of orders) follow(order);
  }
  process.exit(0);
}

/** −1 to 1. */
export function floatsOf(samples: Int16Array): Float32Array {
  return Float32Array.from(samples, (sample) => sample / 32_768);
}
