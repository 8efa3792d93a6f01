import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { toEightKilohertz } from '../audio/resample.ts';
import { decodeSound, type MonoSound } from '../audio/sound-file.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { isFolder, readBytes } from './named-file.ts';

const nameEnds = /\.wav(\.gz)?$/i;

/** The sound of a file as the detector takes it: 8 kHz mono s16; channels are mixed. @throws AppError `invalid`, naming the file */
export function readCall(path: string): Int16Array {
  const { samples, rateHz } = decode(path);
  return Int16Array.from(toEightKilohertz(samples, rateHz), (value) =>
    Math.max(-32768, Math.min(32767, Math.round(value * 32768))),
  );
}

function decode(path: string): MonoSound {
  const bytes = readBytes(path);
  try {
    return decodeSound(bytes);
  } catch (cause) {
    throw new AppError('invalid', `${path}: ${describeError(cause)}`, { cause });
  }
}

/** The calls of a file or a folder, by name. @throws AppError `invalid` */
export function listCalls(path: string): { id: string; path: string }[] {
  const paths = isFolder(path)
    ? readdirSync(path)
        .filter((name) => nameEnds.test(name))
        .sort()
        .map((name) => join(path, name))
    : [path];
  if (paths.length === 0) throw new AppError('invalid', `no .wav or .wav.gz in ${path}`);
  return paths.map((each) => ({ id: basename(each).replace(nameEnds, ''), path: each }));
}
