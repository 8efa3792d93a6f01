import { randomBytes } from 'node:crypto';
import { AppError, describeError } from '../domain/errors.ts';
import { readIfPresent, replaceFile } from '../files/written-file.ts';

/** Passwords between the app and its own Asterisk; generated once per data folder. */
export interface InstanceSecrets {
  readonly ariPassword: string;
  readonly mediaPassword: string;
}

const secretBytes = 32;

/**
 * Reads the secrets, generating them at the first start; the file is readable by this user only.
 * @throws AppError `unavailable` for a damaged file: an Asterisk that still runs knows only the old secrets.
 */
export async function openSecrets(file: string): Promise<InstanceSecrets> {
  const text = await readIfPresent(file);
  if (text !== undefined) return parseSecrets(text, file);
  const made = {
    ariPassword: randomBytes(secretBytes).toString('base64url'),
    mediaPassword: randomBytes(secretBytes).toString('base64url'),
  };
  await replaceFile(file, JSON.stringify(made), 0o600);
  return made;
}

function parseSecrets(text: string, file: string): InstanceSecrets {
  try {
    const { ariPassword, mediaPassword } = JSON.parse(text) as Partial<InstanceSecrets>;
    if (!ariPassword || !mediaPassword) throw new Error('a password is missing');
    return { ariPassword, mediaPassword };
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `${file} is damaged (${describeError(cause)}); remove it to have new passwords made, with no Asterisk of this folder running`,
      { cause },
    );
  }
}
