import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dayMs } from '../domain/durations.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { type Authority, type KeyedCertificate, pairFault } from './authority.ts';

/** A month ahead, as ACME clients do: a service that is off for some weeks still has time. */
const renewBeforeMs = 30 * dayMs;

/** The owner's own certificate. */
export interface CertificateFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/**
 * Reads the owner's certificate, then its key: if both are missing, the error always names the same one.
 * @throws AppError `invalid` naming the variable.
 */
export async function readGivenCertificate(
  files: CertificateFiles,
  nowMs: number,
  variables: readonly [string, string] = ['SIP_TLS_CERT_FILE', 'SIP_TLS_KEY_FILE'],
): Promise<KeyedCertificate> {
  const certificate = await readSetting(files.certificateFile, variables[0]);
  const key = await readSetting(files.keyFile, variables[1]);
  const fault = pairFault({ certificate, key }, nowMs);
  if (fault !== undefined) throw new AppError('invalid', `${variables.join(', ')}: ${fault}`);
  return { certificate, key };
}

/** The current certificate while it is valid, else a new one from the authority. */
export async function keepCertificate(
  present: KeyedCertificate | undefined,
  authority: Authority,
  names: readonly string[],
  nowMs: number,
): Promise<KeyedCertificate> {
  return present !== undefined && serves(present, authority, names, nowMs)
    ? present
    : authority.issue(names, nowMs);
}

function serves(
  present: KeyedCertificate,
  authority: Authority,
  names: readonly string[],
  nowMs: number,
): boolean {
  if (pairFault(present, nowMs) !== undefined) return false;
  const certificate = new X509Certificate(present.certificate);
  const root = new X509Certificate(authority.root);
  // A certificate that expires together with its root cannot be renewed by that root.
  const endMs = Date.parse(certificate.validTo);
  const isDue = endMs - nowMs < renewBeforeMs && endMs < Date.parse(root.validTo);
  return !isDue && certificate.verify(root.publicKey) && names.every((name) => covers(certificate, name));
}

function covers(certificate: X509Certificate, name: string): boolean {
  if (isIP(name) !== 0) return certificate.checkIP(name) !== undefined;
  return certificate.checkHost(name, { subject: 'never' }) !== undefined;
}

/** @throws AppError `invalid` naming the variable. */
export async function readSetting(file: string, variable: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new AppError('invalid', `${variable} cannot be read: ${describeError(cause)}`, { cause });
  }
}
