import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { describeError } from '../domain/errors.ts';
import { makeFolder } from '../files/folders.ts';
import type { Log } from '../log/log.ts';
import { type Authority, type KeyedCertificate, openAuthority } from './authority.ts';
import { type OutsideAddressSettings, findOutsideAddress } from './outside-address.ts';
import { type CertificateFiles, keepCertificate, readGivenCertificate } from './server-certificate.ts';
import { readTrustedAuthorities } from './trusted-authorities.ts';
import { writeIfChanged } from '../files/written-file.ts';

export interface SipFilesSettings extends OutsideAddressSettings {
  /** The folder Asterisk reads. */
  readonly folder: string;
  /** The folder of the service's own authority. */
  readonly authorityFolder: string;
  /** The owner's certificate; undefined: one from the service's own authority. */
  readonly certificate: CertificateFiles | undefined;
  readonly trunkCaFile: string | undefined;
  readonly localNetworks: readonly string[];
  /** Names and addresses by which phones find this machine, the most permanent first. They may change. */
  readonly ownNames: () => readonly string[];
  /** Mode of the files; 0o640 if Asterisk runs as another user in the same group. */
  readonly fileMode: number;
}

const certificateFile = 'certificate.pem';
const keyFile = 'certificate-key.pem';

/**
 * What Asterisk's SIP side reads besides its configuration and what changes at run time: the certificate, the trusted
 * CAs and the external address (asterisk-config/gateway/pjsip.conf).
 */
export class SipFiles {
  readonly #settings: SipFilesSettings;
  readonly #log: Log;
  #outsideAddress: string | undefined;
  #addressFault: string | undefined;
  #authorityFault: string | undefined;

  constructor(settings: SipFilesSettings, log: Log) {
    this.#settings = settings;
    this.#log = log;
  }

  /**
   * Updates the files. If the external address cannot be determined, the last one stays.
   * @returns whether any file changed.
   * @throws AppError `invalid` (a configured file), or the file system's error.
   */
  async refresh(nowMs = Date.now()): Promise<boolean> {
    const { folder, fileMode } = this.#settings;
    await makeFolder(folder);
    const addressesChanged = await this.#writeAddresses();
    const certificateChanged = await this.#writeCertificate(nowMs);
    const trusted = await readTrustedAuthorities(this.#settings.trunkCaFile);
    const trustedChanged = await writeIfChanged(join(folder, 'trusted.pem'), trusted, fileMode);
    return addressesChanged || certificateChanged || trustedChanged;
  }

  async #writeCertificate(nowMs: number): Promise<boolean> {
    const { folder, fileMode } = this.#settings;
    const wanted = await this.#certificate(nowMs);
    if (wanted === undefined) return false;
    // The key first: Asterisk must not see a new certificate with an old key for longer than a rename takes.
    const keyChanged = await writeIfChanged(join(folder, keyFile), wanted.key, fileMode);
    return (await writeIfChanged(join(folder, certificateFile), wanted.certificate, fileMode)) || keyChanged;
  }

  /** @returns undefined when none can be issued now: the current certificate stays, because calls matter more. */
  async #certificate(nowMs: number): Promise<KeyedCertificate | undefined> {
    const { certificate, authorityFolder, ownNames, externalAddress } = this.#settings;
    if (certificate !== undefined) return readGivenCertificate(certificate, nowMs);
    let authority: Authority;
    try {
      authority = await openAuthority(authorityFolder, nowMs);
      this.#authorityFault = undefined;
    } catch (error) {
      const fault = describeError(error);
      if (fault !== this.#authorityFault)
        this.#log.error('the certificate for SIP over TLS was not renewed', { why: fault });
      this.#authorityFault = fault;
      return undefined;
    }
    if (authority.isNew)
      this.#log.info('phones can check this service over TLS once they trust its root certificate', {
        rootCertificate: authority.rootFile,
      });
    const names = new Set(ownNames());
    if (externalAddress !== undefined && externalAddress !== 'auto') names.add(externalAddress);
    if (this.#outsideAddress !== undefined) names.add(this.#outsideAddress);
    const present = await this.#present();
    const kept = await keepCertificate(present, authority, [...names], nowMs);
    if (kept !== present)
      this.#log.info('a certificate for SIP over TLS was made', {
        names: [...names].filter((name) => isIP(name) === 0),
      });
    return kept;
  }

  async #present(): Promise<KeyedCertificate | undefined> {
    const { folder } = this.#settings;
    const read = (name: string): Promise<string | undefined> =>
      readFile(join(folder, name), 'utf8').catch(() => undefined);
    const [certificate, key] = await Promise.all([read(certificateFile), read(keyFile)]);
    return certificate === undefined || key === undefined ? undefined : { certificate, key };
  }

  async #writeAddresses(): Promise<boolean> {
    const { folder, localNetworks, fileMode } = this.#settings;
    const file = join(folder, 'pjsip_addresses.conf');
    try {
      const address = await findOutsideAddress(this.#settings);
      this.#addressFault = undefined;
      const changed = await writeIfChanged(file, addressesText(address, localNetworks), fileMode);
      if (address !== this.#outsideAddress) this.#log.info('the external address', { address });
      this.#outsideAddress = address;
      return changed;
    } catch (error) {
      const fault = describeError(error);
      // One line per new reason, not per attempt.
      if (fault !== this.#addressFault)
        this.#log.warn('the external address is not known; the last one stays', { why: fault });
      this.#addressFault = fault;
      return false;
    }
  }
}

function addressesText(address: string | undefined, localNetworks: readonly string[]): string {
  const lines = ['; Written by the service, see asterisk-config/gateway/pjsip.conf.'];
  if (address !== undefined)
    lines.push(
      `external_signaling_address = ${address}`,
      `external_media_address = ${address}`,
      ...localNetworks.map((network) => `local_net = ${network}`),
    );
  return `${lines.join('\n')}\n`;
}
