import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import { AppError, describeError } from '../domain/errors.ts';
import { readSetting } from './server-certificate.ts';

/** Where Debian and most others keep the system's trusted CAs. */
const systemBundle = '/etc/ssl/certs/ca-certificates.crt';

/**
 * The CAs trusted for SIP servers that Asterisk connects to, as PEM: TRUNK_CA_FILE, else the system's, else (in a
 * container without any) Node's.
 * @throws AppError `invalid` naming TRUNK_CA_FILE.
 */
export async function readTrustedAuthorities(caFile: string | undefined): Promise<string> {
  if (caFile === undefined)
    return readFile(systemBundle, 'utf8').catch(() => `${rootCertificates.join('\n')}\n`);
  const text = await readSetting(caFile, 'TRUNK_CA_FILE');
  try {
    new X509Certificate(text);
  } catch (cause) {
    throw new AppError('invalid', `TRUNK_CA_FILE holds no certificate: ${describeError(cause)}`, { cause });
  }
  return text;
}
