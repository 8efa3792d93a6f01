import { Listeners } from '../../async/listeners.ts';
import { describeError } from '../../domain/errors.ts';
import type { CertificateSource } from '../../listening/guarded-server.ts';
import type { Log } from '../../log/log.ts';
import type { KeyedCertificate } from '../../sip/authority.ts';
import { type CertificateFiles, readGivenCertificate } from '../../sip/server-certificate.ts';

/** Renewal replaces the files long before the old certificate expires. */
const defaultEveryMs = 60_000;

/** The certificate of the https server; its files are checked for a renewed one while it runs. */
export class OwnCertificate implements CertificateSource {
  readonly #files: CertificateFiles;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  readonly #listeners: Listeners<[KeyedCertificate]>;
  #present: KeyedCertificate;
  #fault: string | undefined;

  private constructor(files: CertificateFiles, present: KeyedCertificate, log: Log, everyMs: number) {
    this.#files = files;
    this.#present = present;
    this.#log = log;
    this.#listeners = new Listeners(log, 'a server that shows the certificate');
    this.#timer = setInterval(() => void this.#look(), everyMs).unref();
  }

  /** @throws AppError `invalid` naming the variable. */
  static async open(files: CertificateFiles, log: Log, everyMs = defaultEveryMs): Promise<OwnCertificate> {
    return new OwnCertificate(files, await read(files), log, everyMs);
  }

  get present(): KeyedCertificate {
    return this.#present;
  }

  /** @returns ends the subscription. */
  onRenewed(listener: (certificate: KeyedCertificate) => void): () => void {
    return this.#listeners.add(listener);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Files that are being replaced do not match for a moment; until they do, the certificate in use stays. */
  async #look(): Promise<void> {
    try {
      const found = await read(this.#files);
      this.#fault = undefined;
      if (found.certificate === this.#present.certificate && found.key === this.#present.key) return;
      this.#present = found;
      this.#listeners.emit(found);
      this.#log.info('a renewed certificate is in use');
    } catch (error) {
      const why = describeError(error);
      if (why !== this.#fault) this.#log.warn('the current certificate stays in use', { why });
      this.#fault = why;
    }
  }
}

const read = (files: CertificateFiles): Promise<KeyedCertificate> =>
  readGivenCertificate(files, Date.now(), ['HTTPS_CERT_FILE', 'HTTPS_KEY_FILE']);
