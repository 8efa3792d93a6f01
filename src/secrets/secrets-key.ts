import { randomBytes } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, describeError } from '../domain/errors.ts';
import { syncFolder } from '../files/folders.ts';
import { replaceFile } from '../files/written-file.ts';
import type { Log } from '../log/log.ts';
import { keyBytes } from './sealed-text.ts';
import { createClosedSealer, createSealer, type Sealer } from './sealer.ts';

/** Where the key comes from: `SECRETS_KEY`, `SECRETS_KEY_FILE`, or a generated file. */
export interface SecretsKeySettings {
  secretsKey: string | undefined;
  secretsKeyFile: string | undefined;
  dataDir: string;
}

const howToMake = 'must hold 32 random bytes as base64 or hexadecimal (openssl rand -base64 32)';

/** The key file generated when neither variable is set. */
export function ownKeyFile(dataDir: string): string {
  return join(dataDir, 'secrets.key');
}

/** Never fails: without a key calls go on, and both the log and whatever needs a secret report the reason. */
export async function openSealer(settings: SecretsKeySettings, log: Log): Promise<Sealer> {
  const { secretsKey, secretsKeyFile } = settings;
  try {
    if (secretsKey !== undefined) return createSealer(parseKey(secretsKey, 'SECRETS_KEY'), 'SECRETS_KEY');
    if (secretsKeyFile !== undefined) return await sealerFrom(secretsKeyFile, 'SECRETS_KEY_FILE ');
    return await sealerFrom(await openOwnFile(ownKeyFile(settings.dataDir), log), '');
  } catch (error) {
    const why = error instanceof AppError ? error.detail : describeError(error);
    log.error('secrets of the database cannot be read or stored', { why });
    return createClosedSealer(why);
  }
}

async function sealerFrom(file: string, variable: string): Promise<Sealer> {
  const source = `${variable}${file}`;
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new AppError('unavailable', `${source} cannot be read: ${describeError(cause)}`, { cause });
  }
  return createSealer(parseKey(text, source), source);
}

/** @throws AppError `invalid`, which never quotes the text. */
function parseKey(text: string, source: string): Buffer {
  const word = text.trim();
  const isHexadecimal = /^[0-9a-f]{64}$/i.test(word);
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(word);
  const key = Buffer.from(word, isHexadecimal ? 'hex' : 'base64');
  if ((!isHexadecimal && !isBase64) || key.length !== keyBytes)
    throw new AppError('invalid', `${source} ${howToMake}`);
  return key;
}

/** Readable by this user only, and durable before it is used: what is sealed with a key that a power cut takes is lost with it. */
async function openOwnFile(file: string, log: Log): Promise<string> {
  const isThere = await chmod(file, 0o600).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw new AppError('unavailable', `${file} cannot be used: ${error.message}`, { cause: error });
    },
  );
  if (isThere) return file;
  await replaceFile(file, `${randomBytes(keyBytes).toString('base64')}\n`, 0o600);
  await syncFolder(dirname(file));
  log.info('a key for the secrets in the database was made; keep a copy apart from the database', { file });
  return file;
}
