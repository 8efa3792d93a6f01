import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

/** Passwords between the app and its own Asterisk; generated once per data folder. */
export interface InstanceSecrets {
  readonly ariPassword: string;
  readonly mediaPassword: string;
}

const secretBytes = 32;

/** Reads the secrets, generating them at the first start; the file is readable by this user only. */
export async function openSecrets(file: string): Promise<InstanceSecrets> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text !== undefined) {
    const { ariPassword, mediaPassword } = JSON.parse(text) as Partial<InstanceSecrets>;
    if (ariPassword && mediaPassword) return { ariPassword, mediaPassword };
  }
  const made = {
    ariPassword: randomBytes(secretBytes).toString('base64url'),
    mediaPassword: randomBytes(secretBytes).toString('base64url'),
  };
  await writeFile(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}
