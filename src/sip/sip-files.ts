import { mkdir, readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { type Authority, type KeyedCertificate, openAuthority } from './authority.ts';
import { type OutsideAddressSettings, findOutsideAddress } from './outside-address.ts';
import { type CertificateFiles, keepCertificate, readGivenCertificate } from './server-certificate.ts';
import { readTrustedAuthorities } from './trusted-authorities.ts';
import { writeIfChanged } from './written-file.ts';

export interface SipFilesSettings extends OutsideAddressSettings {
  /** Where Asterisk reads them. */
  readonly folder: string;
  /** Where the own authority lies. */
  readonly authorityFolder: string;
  /** The owner's certificate; undefined: one of the own authority. */
  readonly certificate: CertificateFiles | undefined;
  readonly trunkCaFile: string | undefined;
  readonly localNetworks: readonly string[];
  /** Names and addresses by which phones find this machine, the most lasting first. They may change. */
  readonly ownNames: () => readonly string[];
  /** Of files with keys; 0o640 where Asterisk runs as another user of the same group. */
  readonly keyMode: number;
}

const certificateFile = 'certificate.pem';
const keyFile = 'certificate-key.pem';

/**
 * What Asterisk's SIP side reads besides its configuration, and what changes while it runs: the certificate, the authorities
 * that it trusts, and the external address (asterisk-config/gateway/pjsip.conf).
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
   * Brings the files up to date. An outside address that cannot be found now leaves the last one in place.
   * @returns whether one has changed.
   * @throws AppError `invalid` (a file of the settings), or what the disk refuses it with.
   */
  async refresh(nowMs = Date.now()): Promise<boolean> {
    const { folder } = this.#settings;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const addressesChanged = await this.#writeAddresses();
    const certificateChanged = await this.#writeCertificate(nowMs);
    const trusted = await readTrustedAuthorities(this.#settings.trunkCaFile);
    const trustedChanged = await writeIfChanged(join(folder, 'trusted.pem'), trusted, 0o644);
    return addressesChanged || certificateChanged || trustedChanged;
  }

  async #writeCertificate(nowMs: number): Promise<boolean> {
    const { folder, keyMode } = this.#settings;
    const wanted = await this.#certificate(nowMs);
    if (wanted === undefined) return false;
    // The key first: Asterisk must not meet a new certificate beside an old key for longer than it takes to rename.
    const keyChanged = await writeIfChanged(join(folder, keyFile), wanted.key, keyMode);
    return (await writeIfChanged(join(folder, certificateFile), wanted.certificate, 0o644)) || keyChanged;
  }

  /** @returns undefined when none can be made now: calls are worth more than a certificate, and the present one stays. */
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
        this.#log.error('SIP over TLS keeps its certificate', { why: fault });
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
    const { folder, localNetworks } = this.#settings;
    const file = join(folder, 'pjsip_addresses.conf');
    try {
      const address = await findOutsideAddress(this.#settings);
      this.#addressFault = undefined;
      const changed = await writeIfChanged(file, addressesText(address, localNetworks), 0o644);
      if (address !== this.#outsideAddress) this.#log.info('the external address', { address });
      this.#outsideAddress = address;
      return changed;
    } catch (error) {
      const fault = describeError(error);
      // One line for each new reason, not for each attempt.
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
