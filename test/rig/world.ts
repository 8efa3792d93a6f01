import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { guardUntilEnded } from '../../rig/guarded.ts';
import type { PhoneCompany, PhoneCompanyOptions } from '../../rig/phone-company/phone-company.ts';
import { startPhoneCompany } from '../../rig/phone-company/phone-company.ts';
import { findFreePorts } from './free-ports.ts';
import { Turnstile } from './turnstile.ts';
import { timed } from '../runner/timed.ts';
import type { RunningGateway } from './running-gateway.ts';
import { startRunningGateway } from './running-gateway.ts';

/** All open worlds: the files of a group share a process, and the first to close must not keep the others from ending. */
const worlds = new Set<World>();
const opening = new Set<Promise<World>>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void Promise.allSettled(opening)
      .then(() => Promise.allSettled([...worlds].map((world) => world.close())))
      .then(() => process.exit(1));
  });

/** How the phone company connects: unencrypted, over UDP and TCP on 127.0.0.1 by default. */
export type CompanySecurity = Pick<PhoneCompanyOptions, 'tls' | 'srtp' | 'sipHost'>;

/** The phone company and what a file of tests opened besides it; `close` ends everything. */
export class World {
  readonly company: PhoneCompany;
  readonly companyDir: string;
  readonly #release: () => void;
  readonly #open: { stop(): Promise<unknown> }[] = [];

  private constructor(company: PhoneCompany, companyDir: string) {
    this.company = company;
    this.companyDir = companyDir;
    this.#release = guardUntilEnded({ folder: companyDir });
  }

  static open(company: CompanySecurity = {}): Promise<World> {
    const world = World.#build(company);
    opening.add(world);
    const opened = (): boolean => opening.delete(world);
    world.then(opened, opened);
    return world;
  }

  static async #build(security: CompanySecurity): Promise<World> {
    const dir = await mkdtemp(path.join(tmpdir(), 'hf-co-'));
    const rtp = await findFreePorts(300);
    const company = await startPhoneCompany({
      ...security,
      dir,
      sipPort: await findFreePorts(),
      rtpPortStart: rtp,
      rtpPortEnd: rtp + 299,
      trunkUsername: 'gateway',
      trunkPassword: 'trunk-password',
      recordDir: path.join(dir, 'heard'),
      progress: () => undefined,
    });
    const world = new World(company, dir);
    worlds.add(world);
    return world;
  }

  /**
   * By default it rings only for a person who is sure: a ring that is taken back changes the order of a call's events. Early ringing,
   * the service's default, is tested where a test asks for it. Nor does it transcribe: a recogniser takes the processor that other
   * tests measure with.
   */
  async gateway(
    environment: Record<string, string> = {},
    options: { awaitsAsterisk?: boolean; authority?: string } = {},
  ): Promise<RunningGateway> {
    const gateway = await startRunningGateway({
      trunkPort: this.company.sipPort,
      environment: { RING_EARLY: 'no', STT_ENGINE: 'none', ...environment },
      ...options,
    });
    return this.owns(gateway);
  }

  /** Ends with the world. */
  owns<T extends { stop(): Promise<unknown> }>(thing: T): T {
    this.#open.push(thing);
    return thing;
  }

  /** Recordings that the company made of calls to a number, `heard` of the gateway or `sent` to it. */
  async recordings(number: string, side: 'heard' | 'sent'): Promise<string[]> {
    const folder = path.join(this.companyDir, 'heard');
    const digits = number.replace('+', '');
    return (await readdir(folder))
      .filter((name) => name.startsWith(digits) && name.endsWith(`-${side}.wav`))
      .sort()
      .map((name) => path.join(folder, name));
  }

  async close(): Promise<void> {
    worlds.delete(this);
    // All at once: to end, a gateway waits for its Asterisk most of the time.
    const ends = await Promise.allSettled(
      [this.company, ...this.#open.splice(0)].map((thing) => thing.stop()),
    );
    await rm(this.companyDir, { recursive: true, force: true });
    this.#release();
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }
}

/** For all files of a group, which uvu loads before it runs the first: more at a time would distort each other's measurements. */
const places = new Turnstile(10);

/** Runs the scenarios of a file side by side; each has its own test, which waits for it. */
export class SideBySide {
  readonly #places: Turnstile;
  readonly #runs: Promise<unknown>[] = [];

  constructor(at = places) {
    this.#places = at;
  }

  /** @param register uvu's `test`. */
  add(
    register: (name: string, run: () => Promise<void>) => void,
    name: string,
    scenario: () => Promise<void>,
  ): void {
    const run = this.#places.pass(() => timed(`${name} (beside others)`, scenario));
    run.catch(() => undefined); // its test reports it
    this.#runs.push(run);
    register(name, () => run);
  }

  async done(): Promise<void> {
    await Promise.allSettled(this.#runs);
  }
}
