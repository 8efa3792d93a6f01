import { parentPort, workerData } from 'node:worker_threads';
import { writeStereo, type StereoSources } from '../audio/stereo-file.ts';
import type { RecordingFormat } from '../domain/recording.ts';

const { sources, target, format } = workerData as {
  sources: StereoSources;
  target: string;
  format: RecordingFormat;
};
parentPort?.postMessage(await writeStereo(sources, target, format));
