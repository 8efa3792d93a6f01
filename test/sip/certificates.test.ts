import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, createServer } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { openAuthority } from '../../src/sip/authority.ts';
import { keepCertificate, readGivenCertificate } from '../../src/sip/server-certificate.ts';
import { readTrustedAuthorities } from '../../src/sip/trusted-authorities.ts';
import { SipFiles, type SipFilesSettings } from '../../src/sip/sip-files.ts';
import { writePrivately } from '../../src/secrets/private-folder.ts';

const now = Date.now();
const dayMs = 86_400_000;
const names = ['holdfast.lan', '192.0.2.7'];

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hf-ca-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => new Error('nothing was refused'),
    (thrown: unknown) => thrown,
  );
  assert.instance(error, AppError);
  return error as AppError;
}

test('the authority is made once, for its owner alone, and ends before 2038', () =>
  withFolder(async (folder) => {
    const made = await openAuthority(path.join(folder, 'ca'), now);
    assert.ok(made.isNew);
    const again = await openAuthority(path.join(folder, 'ca'), now);
    assert.not(again.isNew);
    assert.is(again.root, made.root);
    assert.is((await stat(path.join(folder, 'ca/root-key.pem'))).mode & 0o777, 0o600);
    assert.is((await stat(path.join(folder, 'ca'))).mode & 0o777, 0o700);
    const root = new X509Certificate(made.root);
    assert.ok(root.ca);
    assert.ok(Date.parse(root.validTo) > now + 9 * 365 * dayMs);
    assert.ok(Date.parse(root.validTo) < Date.UTC(2038, 0, 19));
  }));

test('its certificate is taken by a client that trusts the root, for its own names only', () =>
  withFolder(async (folder) => {
    const authority = await openAuthority(path.join(folder, 'ca'), now);
    const { certificate, key } = await authority.issue(['localhost', '127.0.0.1'], now);
    const server = createServer({ cert: certificate, key }, (socket) => socket.end());
    server.on('tlsClientError', () => undefined); // clients that turn away are the point
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca: authority.root });
      await once(socket, 'secureConnect');
      socket.destroy();
      const elsewhere = connect({ host: '127.0.0.1', port, servername: 'other.lan', ca: authority.root });
      const [error] = (await once(elsewhere, 'error')) as [NodeJS.ErrnoException];
      assert.is(error.code, 'ERR_TLS_CERT_ALTNAME_INVALID');
    } finally {
      server.close();
    }
  }));

test('a certificate is kept while it serves, and made anew in its last month, for a new name, or by another root', () =>
  withFolder(async (folder) => {
    const authority = await openAuthority(path.join(folder, 'ca'), now);
    const first = await keepCertificate(undefined, authority, names, now);
    assert.is(await keepCertificate(first, authority, names, now + 300 * dayMs), first);
    assert.is(await keepCertificate(first, authority, ['192.0.2.7'], now), first);
    const renewed = await keepCertificate(first, authority, names, now + 365 * dayMs);
    assert.is.not(renewed.certificate, first.certificate);
    assert.ok(new X509Certificate(renewed.certificate).verify(new X509Certificate(authority.root).publicKey));
    assert.is.not(await keepCertificate(first, authority, [...names, '192.0.2.8'], now), first);
    const other = await openAuthority(path.join(folder, 'other'), now);
    assert.is.not(await keepCertificate(first, other, names, now), first);
    assert.is.not(await keepCertificate({ ...first, key: renewed.key }, authority, names, now), first);
  }));

test('a damaged authority is reported, never replaced silently', () =>
  withFolder(async (folder) => {
    const { rootFile } = await openAuthority(folder, now);
    await rm(path.join(folder, 'root-key.pem'));
    assert.match((await refusal(openAuthority(folder, now))).detail, /root-key\.pem is missing/);
    await writeFile(path.join(folder, 'root-key.pem'), 'no key');
    assert.match((await refusal(openAuthority(folder, now))).detail, /cannot be read/);
    assert.match(await readFile(rootFile, 'utf8'), /BEGIN CERTIFICATE/);
  }));

test('a root that has ended is of no use to a phone, so a new one is made', () =>
  withFolder(async (folder) => {
    const old = await openAuthority(folder, now - 3700 * dayMs);
    const made = await openAuthority(folder, now);
    assert.ok(made.isNew);
    assert.is.not(made.root, old.root);
  }));

const quiet = (): void => undefined;

function filesIn(
  folder: string,
  more: Partial<SipFilesSettings> = {},
  error: (line: string) => void = quiet,
) {
  const settings = {
    folder: path.join(folder, 'sip'),
    authorityFolder: path.join(folder, 'ca'),
    certificate: undefined,
    trunkCaFile: undefined,
    externalAddress: '203.0.113.7',
    stun: undefined,
    localNetworks: ['10.0.0.0/8'],
    ownNames: () => names,
    fileMode: 0o600,
    ...more,
  };
  return { settings, files: new SipFiles(settings, { debug: quiet, info: quiet, warn: quiet, error }) };
}

test('an Asterisk that is another user reads the files, whatever the service keeps from others', () =>
  withFolder(async (folder) => {
    const { settings, files } = filesIn(folder, { fileMode: 0o640 });
    const modesAre = async (): Promise<void> => {
      for (const name of ['certificate.pem', 'certificate-key.pem', 'trusted.pem', 'pjsip_addresses.conf'])
        assert.is((await stat(path.join(settings.folder, name))).mode & 0o777, 0o640, name);
    };
    const umask = process.umask();
    try {
      writePrivately(); // as the service does when it starts
      await files.refresh(now);
      await modesAre();
      await chmod(path.join(settings.folder, 'certificate-key.pem'), 0o600); // as earlier versions left it
      assert.ok(await files.refresh(now), 'Asterisk is to read it now');
      await modesAre();
    } finally {
      process.umask(umask);
    }
  }));

test('with a damaged authority the certificate at hand stays, and the log says so once', () =>
  withFolder(async (folder) => {
    const errors: string[] = [];
    const { settings, files } = filesIn(folder, {}, (line) => void errors.push(line));
    assert.ok(await files.refresh(now));
    const read = (name: string): Promise<string> => readFile(path.join(settings.folder, name), 'utf8');
    const present = await read('certificate.pem');
    assert.ok(new X509Certificate(present).checkIP('203.0.113.7'));
    assert.match(
      await read('pjsip_addresses.conf'),
      /external_media_address = 203\.0\.113\.7\n.*local_net = 10/s,
    );
    assert.is((await stat(path.join(settings.folder, 'certificate-key.pem'))).mode & 0o777, 0o600);
    assert.not(await files.refresh(now), 'nothing has changed');
    await rm(path.join(folder, 'ca/root-key.pem'));
    await files.refresh(now + 380 * dayMs);
    await files.refresh(now + 380 * dayMs);
    assert.is(await read('certificate.pem'), present);
    assert.is(errors.length, 1);
  }));

test("unusable files of the owner's are named", () =>
  withFolder(async (folder) => {
    const authority = await openAuthority(path.join(folder, 'ca'), now);
    const [one, other] = [await authority.issue(names, now), await authority.issue(names, now)];
    const files = { certificateFile: path.join(folder, 'c.pem'), keyFile: path.join(folder, 'k.pem') };
    assert.match((await refusal(readGivenCertificate(files, now))).detail, /SIP_TLS_CERT_FILE/);
    await writeFile(files.certificateFile, one.certificate);
    await writeFile(files.keyFile, other.key);
    assert.match((await refusal(readGivenCertificate(files, now))).detail, /does not belong/);
    await writeFile(files.keyFile, one.key);
    assert.equal(await readGivenCertificate(files, now), one);
    assert.match((await refusal(readGivenCertificate(files, now + 400 * dayMs))).detail, /ended on/);
    assert.match((await refusal(readTrustedAuthorities(files.keyFile))).detail, /TRUNK_CA_FILE/);
    assert.match(await readTrustedAuthorities(undefined), /BEGIN CERTIFICATE/);
  }));

test.run();
