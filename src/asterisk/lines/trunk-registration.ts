import { Listeners } from '../../async/listeners.ts';
import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import type { AriSession } from '../ari/ari-link.ts';

/** Each question starts a process that takes about 30 ms. */
const defaultEveryMs = 30_000;
/** While it is not registered, as after a start of Asterisk or a change at the provider. */
const defaultSoonMs = 5_000;

/** asterisk-config/gateway/pjsip_trunk_registration.conf, as `pjsip show registrations` has it: its name, its auth and its state. */
const listed = /^\s*trunk-registration\/\S+\s+\S+\s+(?<state>\w+)/m;
/** It is `Unregistered` only until the trunk has answered once, or 32 s have passed. */
const states: Record<string, boolean> = { Registered: true, Rejected: false, Stopped: false };

export interface TrunkRegistrationNeeds {
  link: Pick<AriSession, 'onConnected' | 'onLost'>;
  /** Runs a command on Asterisk's console, which only our own Asterisk has. Undefined if it does not register, or is not ours. */
  runCli: ((command: string) => Promise<string>) | undefined;
  log: Log;
  everyMs?: number;
  soonMs?: number;
}

/** Whether Asterisk is registered at the trunk (TRUNK_REGISTER). ARI does not expose that. */
export class TrunkRegistration {
  readonly #needs: TrunkRegistrationNeeds;
  readonly #listeners: Listeners<[]>;
  #isRegistered: boolean | undefined;
  #connection = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(needs: TrunkRegistrationNeeds) {
    this.#needs = needs;
    this.#listeners = new Listeners(needs.log, 'a listener to the registration at the trunk');
    const { link, runCli } = needs;
    if (runCli === undefined) return;
    link.onConnected(async () => {
      this.stop();
      this.#connection = new AbortController();
      void this.#look(runCli, this.#connection.signal);
    });
    link.onLost(() => {
      this.stop();
      this.#set(undefined);
    });
  }

  /** Undefined while unknown: Asterisk is away, is not ours, does not register, or has not been answered yet. */
  get isRegistered(): boolean | undefined {
    return this.#isRegistered;
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * Registers again, or tries to: this machine may be seen from another address, and a trunk that refuses calls from there would do so
   * until the registration is renewed, for an hour. Asterisk unregisters first, and registers a second later. Never rejects.
   */
  async renew(): Promise<void> {
    const { runCli, log } = this.#needs;
    if (runCli === undefined || this.#isRegistered === undefined) return;
    await runCli('pjsip send register trunk-registration').catch((error: unknown) =>
      log.debug('the registration at the trunk was not renewed', { why: describeError(error) }),
    );
  }

  stop(): void {
    this.#connection.abort();
    clearTimeout(this.#timer);
  }

  /** Never rejects. */
  async #look(runCli: (command: string) => Promise<string>, connected: AbortSignal): Promise<void> {
    const { log, everyMs = defaultEveryMs, soonMs = defaultSoonMs } = this.#needs;
    const output = await runCli('pjsip show registrations').catch((error: unknown) => {
      log.debug('the registration at the trunk is unknown', { why: describeError(error) });
      return '';
    });
    if (connected.aborted) return;
    this.#set(states[listed.exec(output)?.groups?.['state'] ?? '']);
    const pauseMs = this.#isRegistered === true ? everyMs : soonMs;
    this.#timer = setTimeout(() => void this.#look(runCli, connected), pauseMs).unref();
  }

  #set(isRegistered: boolean | undefined): void {
    if (isRegistered === this.#isRegistered) return;
    this.#isRegistered = isRegistered;
    this.#listeners.emit();
  }
}
