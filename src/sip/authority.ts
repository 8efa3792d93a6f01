import { createPrivateKey, createPublicKey, generateKeyPair, sign, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import type { md, pki } from 'node-forge';
import { dayMs } from '../domain/durations.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { makeFolder } from '../files/folders.ts';
import { readIfPresent, writeIfChanged } from '../files/written-file.ts';

/** A certificate and its key, both PEM. */
export interface KeyedCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** The service's own certificate authority, for phones configured to trust it. */
export interface Authority {
  /** The root certificate to install on phones, PEM. */
  readonly root: string;
  readonly rootFile: string;
  /** True when this call created it. */
  readonly isNew: boolean;
  /** Issues a server certificate, with a new key, for these names and addresses. */
  issue(names: readonly string[], nowMs: number): Promise<KeyedCertificate>;
}

/** Ends before 2038: desk phones with 32-bit clocks read later years as 1901. */
const rootDays = 3650;
/** Below the 398 days that phone systems accept for a server certificate (CA/Browser Forum, section 6.3.2). */
const serverDays = 390;
/** Tolerates a slightly slow phone clock. */
const leewayMs = dayMs;

/**
 * Opens the authority in `folder`, creating it if there is none. RSA, because older desk phones support no other
 * keys.
 * @throws AppError `unavailable` when a part of it is missing or damaged: a new root would silently lock out every
 * phone that trusts the old one, so creating one is the owner's decision.
 */
export async function openAuthority(folder: string, nowMs: number): Promise<Authority> {
  const rootFile = join(folder, 'root.pem');
  const keyFile = join(folder, 'root-key.pem');
  await makeFolder(folder);
  const root = await read(rootFile); // before the key: if neither can be read, the error always names the same one
  const key = await read(keyFile);
  // The key is written first: a key alone means that creation was interrupted before any phone could know the root.
  // An expired root is of no use to any phone either.
  if (root === undefined || hasEnded(root, nowMs)) {
    const made = await makeRoot(nowMs);
    await writeIfChanged(keyFile, made.key, 0o600);
    await writeIfChanged(rootFile, made.certificate, 0o600);
    return describe(made, rootFile, true);
  }
  const fault = faultOf(root, key, nowMs);
  if (fault !== undefined)
    throw new AppError(
      'unavailable',
      `the certificate authority in ${folder} cannot be used: ${fault}. Remove that folder to have a new one made; phones must then be given the new root.pem`,
    );
  return describe({ certificate: root, key: key as string }, rootFile, false);
}

function describe(own: KeyedCertificate, rootFile: string, isNew: boolean): Authority {
  return { root: own.certificate, rootFile, isNew, issue: (names, nowMs) => issue(own, names, nowMs) };
}

function hasEnded(root: string, nowMs: number): boolean {
  try {
    return Date.parse(new X509Certificate(root).validTo) <= nowMs;
  } catch {
    return false; // damaged: `faultOf` says how
  }
}

function faultOf(root: string, key: string | undefined, nowMs: number): string | undefined {
  if (key === undefined) return 'root-key.pem is missing';
  return pairFault({ certificate: root, key }, nowMs);
}

/** Why a server cannot use this certificate; undefined if it can. */
export function pairFault({ certificate, key }: KeyedCertificate, nowMs: number): string | undefined {
  try {
    const parsed = new X509Certificate(certificate);
    if (!parsed.checkPrivateKey(createPrivateKey(key))) return 'the key does not belong to the certificate';
    if (Date.parse(parsed.validTo) <= nowMs) return `the certificate ended on ${parsed.validTo}`;
    return undefined;
  } catch (error) {
    return `certificate or key cannot be read (${describeError(error)})`;
  }
}

async function makeRoot(nowMs: number): Promise<KeyedCertificate> {
  const key = await newKey();
  const certificate = await certify({
    subjectKey: key,
    issuerKey: key,
    subject: [{ shortName: 'CN', value: `Holdfast root ${new Date(nowMs).toISOString().slice(0, 10)}` }],
    notBeforeMs: nowMs - leewayMs,
    notAfterMs: nowMs + rootDays * dayMs,
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      { name: 'subjectKeyIdentifier' },
    ],
  });
  return { certificate, key };
}

async function issue(
  root: KeyedCertificate,
  names: readonly string[],
  nowMs: number,
): Promise<KeyedCertificate> {
  const key = await newKey();
  const rootEndMs = Date.parse(new X509Certificate(root.certificate).validTo);
  const certificate = await certify({
    subjectKey: key,
    issuerKey: root.key,
    issuer: root.certificate,
    subject: [{ shortName: 'CN', value: names[0] ?? 'Holdfast' }],
    notBeforeMs: nowMs - leewayMs,
    notAfterMs: Math.min(nowMs + serverDays * dayMs, rootEndMs),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      {
        name: 'subjectAltName',
        // Types 2 and 7: a DNS name, an IP address (RFC 5280, section 4.2.1.6).
        altNames: names.map((name) => (isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name })),
      },
      { name: 'subjectKeyIdentifier' },
    ],
  });
  return { certificate, key };
}

interface CertificateRequest {
  subjectKey: string;
  issuerKey: string;
  /** Undefined: self-signed. */
  issuer?: string;
  subject: pki.CertificateField[];
  notBeforeMs: number;
  notAfterMs: number;
  extensions: unknown[];
}

async function certify(request: CertificateRequest): Promise<string> {
  // Loaded only when a certificate is issued, about once a year: other starts save its 60 ms.
  const { default: forge } = await import('node-forge');
  const { pki, util } = forge;
  const certificate = pki.createCertificate();
  certificate.publicKey = pki.publicKeyFromPem(
    createPublicKey(request.subjectKey).export({ type: 'spki', format: 'pem' }).toString(),
  );
  // Positive and unique (RFC 5280, section 4.1.2.2).
  certificate.serialNumber = `01${util.bytesToHex(forge.random.getBytesSync(15))}`;
  certificate.validity.notBefore = new Date(request.notBeforeMs);
  certificate.validity.notAfter = new Date(request.notAfterMs);
  certificate.setSubject(request.subject);
  const issuer = request.issuer === undefined ? undefined : pki.certificateFromPem(request.issuer);
  certificate.setIssuer(issuer === undefined ? request.subject : issuer.subject.attributes);
  const identifier = issuer?.generateSubjectKeyIdentifier().getBytes() ?? true;
  certificate.setExtensions([
    ...request.extensions,
    { name: 'authorityKeyIdentifier', keyIdentifier: identifier },
  ]);
  signWithNode(certificate, request.issuerKey);
  return pki.certificateToPem(certificate).replaceAll('\r\n', '\n');
}

/** RSA in JavaScript takes 40 times as long as in Node, so node-forge only prepares what is to be signed. */
function signWithNode(certificate: pki.Certificate, issuerKey: string): void {
  let toBeSigned = '';
  const digest = { algorithm: 'sha256', update: (bytes: string) => (toBeSigned += bytes) };
  const key = {
    sign: () => sign('sha256', Buffer.from(toBeSigned, 'latin1'), issuerKey).toString('latin1'),
  };
  certificate.sign(key as unknown as pki.rsa.PrivateKey, digest as unknown as md.MessageDigest);
}

/** PKCS #1, which every TLS library reads. */
async function newKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  return privateKey;
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readIfPresent(file);
  } catch (cause) {
    throw new AppError('unavailable', `${file} cannot be read: ${describeError(cause)}`, { cause });
  }
}
