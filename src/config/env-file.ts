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

/**
 * Adds what `.env` in the current folder sets to the environment, which takes precedence. Without the file nothing is added.
 * @returns names in it that nothing reads: a mistyped limit would have no effect.
 * @throws AppError `invalid` for a file that cannot be read: the service must not run without its trunk and limits.
 */
export function readEnvFile(): string[] {
  const { parsed = {}, error } = mergeEnvFile({ quiet: true });
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (error !== undefined && code !== 'ENOENT')
    throw new AppError('invalid', `.env cannot be read: ${error.message}`);
  const known = new Set<string>([...variables, ...composeVariables]);
  return Object.keys(parsed).filter((name) => !known.has(name) && !programs.test(name));
}
