import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Schema } from 'joi';
import { AppError, describeError } from '../domain/errors.ts';

/** Files that are named on the command line. Every fault names the file, in one line. */

/** @throws AppError `invalid` */
export function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw fault(file, 'cannot be read', cause);
  }
}

/** @throws AppError `invalid` when there is nothing of this name */
export function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch (cause) {
    throw fault(file, 'cannot be read', cause);
  }
}

/** @throws AppError `invalid` */
export function readText(file: string): string {
  return readBytes(file).toString();
}

/** @throws AppError `invalid` */
export function readJson(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid', `${file} is not JSON: ${describeError(cause)}`, { cause });
  }
}

/** Checks only what `schema` names: files of other programs hold more. @throws AppError `invalid`, naming the field */
export function requireShape<T>(value: unknown, schema: Schema<T>, file: string): T {
  const result = schema.validate(value, { convert: false, allowUnknown: true });
  if (result.error !== undefined) throw new AppError('invalid', `${file}: ${result.error.message}`);
  return result.value;
}

/** Checked before hours of work, not after them. @throws AppError `invalid` */
export function requireWritable(file: string | undefined): void {
  if (file === undefined) return;
  if (existsSync(file) && statSync(file).isDirectory())
    throw new AppError('invalid', `${file} cannot be written: it is a folder`);
  try {
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
  } catch (cause) {
    throw fault(file, 'cannot be written', cause);
  }
}

/** @param mode of a file that is not there yet. @throws AppError `invalid` */
export function writeText(file: string, text: string, mode = 0o666): void {
  try {
    writeFileSync(file, text, { mode });
  } catch (cause) {
    throw fault(file, 'cannot be written', cause);
  }
}

/** @param what the rest of a sentence that begins with the file's name. */
function fault(file: string, what: string, cause: unknown): AppError {
  // Node's messages end with the call and, mostly, the path.
  const why = describeError(cause).replace(/, [a-z]+(?: '.*')?$/, '');
  return new AppError('invalid', `${file} ${what}: ${why}`, { cause });
}
