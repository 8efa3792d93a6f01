import { config as mergeEnvFile } from 'dotenv';
import { AppError } from '../domain/errors.ts';
import { variables } from './schema.ts';

/** What compose.yaml reads from the same file, for the servers of its profiles. */
export const composeVariables = [
  'WHISPER_TAG',
  'WHISPER_MODEL',
  'VOSK_TAG',
  'VOSK_LANGUAGE',
  'PIPER_TAG',
  'PIPER_VOICE',
];
/** What Node and the programs that it starts read. */
const programs = /^(?:TZ|LANG|LC_\w+|HOME|PATH|TMPDIR|NODE_\w+|XDG_\w+|UV_\w+|\w+_proxy|npm_\w+)$/i;

/** What Node reads only when it starts, before this file is. */
const readAtStart = /^NODE_/;

/** Names in `.env` that have no effect. */
export interface VainNames {
  /** Nothing reads them: a mistyped limit would not be in force. */
  unknown: string[];
  tooLate: string[];
}

/**
 * Adds what `.env` in the current folder sets to the environment, which takes precedence. Without the file nothing is added.
 * @throws AppError `invalid` for a file that cannot be read: the service must not run without its trunk and limits.
 */
export function readEnvFile(): VainNames {
  const given = new Set(Object.keys(process.env));
  const { parsed = {}, error } = mergeEnvFile({ quiet: true });
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (error !== undefined && code !== 'ENOENT')
    throw new AppError('invalid', `.env cannot be read: ${error.message}`);
  const known = new Set<string>([...variables, ...composeVariables]);
  const names = Object.keys(parsed);
  return {
    unknown: names.filter((name) => !known.has(name) && !programs.test(name)),
    tooLate: names.filter((name) => readAtStart.test(name) && !given.has(name)),
  };
}
