import type { Readable } from 'node:stream';
import { settlesWithin } from '../async/settles-within.ts';
import type { Leg } from '../calls/telephony.ts';
import { AppError, describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { type Tape, type TapePiece, type TapeSide, tapeSides, type Taping } from '../recordings/taping.ts';
import type { AriLink, AriSession } from './ari/ari-link.ts';
import { ChannelEvents } from './ari/channel-events.ts';
import { endChannel } from './ari/end-channel.ts';
import { allSettled } from './ari/deadline.ts';
import { parseName, tapeName } from './legs/leg-names.ts';

interface TapeContext {
  link: AriSession & Pick<AriLink, 'download'>;
  events: ChannelEvents;
  application: string;
  pieceSeconds?: number | undefined;
  log: Log;
}

/**
 * One file of a recording: 7.2 MB. Asterisk's files are limited to 8 MiB (`src/embedded`), and a closed file survives
 * whatever happens to Asterisk.
 */
const defaultPieceSeconds = 900;
/** Beyond the leg's own limit, which Asterisk enforces slightly late. */
const spareSeconds = 120;
/** How long to wait for the end of a tape that did not begin. */
const stopMs = 5_000;
const directionOf: Record<TapeSide, 'in' | 'out'> = { far: 'in', owner: 'out' };

/**
 * Recording is done by Asterisk itself, so that it continues when this process does not. Each side of a leg has a
 * snoop, which hears whatever the leg does. A channel runs its recordings one after the other, so all pieces are
 * requested at once: each begins when the previous one is full, without the app (observed, Asterisk 22). Headerless
 * µ-law leaves nothing to repair when Asterisk is killed.
 */
export class AsteriskTapes implements Taping {
  readonly #context: TapeContext;
  readonly #running = new Map<string, RunningTape>();
  /** Those whose channels are being created: Asterisk may not have them yet. */
  readonly #unmade = new WeakSet<RunningTape>();

  constructor(options: Omit<TapeContext, 'events'>) {
    const events = new ChannelEvents();
    this.#context = { ...options, events };
    options.link.onEvent((event) => events.take(event));
    options.link.onConnected(() => this.#reconcile());
  }

  async begin(leg: Leg, recordingId: string, maxSeconds: number): Promise<Tape> {
    const { link, events, application, pieceSeconds = defaultPieceSeconds } = this.#context;
    const channels = tapeSides.map((side) => tapeName(leg.callId, recordingId, side));
    const tape = this.#follow(recordingId, channels);
    this.#unmade.add(tape);
    try {
      await allSettled(
        tapeSides.map((side, index) =>
          events.createAndEnter(channels[index]!, () =>
            link.request('channels.snoopChannelWithId', {
              channelId: leg.id,
              snoopId: channels[index]!,
              spy: directionOf[side],
              app: application,
              appArgs: 'tape',
            }),
          ),
        ),
      ).finally(() => this.#unmade.delete(tape));
      const count = Math.ceil((maxSeconds + spareSeconds) / pieceSeconds);
      for (let number = 0; number < count; number++)
        await allSettled(
          tapeSides.map((side, index) =>
            link.request('channels.record', {
              channelId: channels[index]!,
              name: pieceName({ recordingId, side, number }),
              format: 'ulaw',
              maxDurationSeconds: pieceSeconds,
              ifExists: 'fail',
              terminateOn: 'none',
            }),
          ),
        );
      return tape;
    } catch (thrown) {
      await settlesWithin(tape.stop(), stopMs);
      throw new AppError('unavailable', `Asterisk does not record: ${describeError(thrown)}`, {
        cause: thrown,
      });
    }
  }

  async resume(recordingId: string): Promise<Tape | undefined> {
    const known = this.#running.get(recordingId);
    if (known !== undefined) return known;
    const channels = [...(await this.#channelIds())].filter((id) => isTapeOf(id, recordingId));
    if (channels.length === 0) return undefined;
    const tape = this.#follow(recordingId, channels);
    // An end between the list and this was reported to nobody.
    tape.reconcile(await this.#channelIds());
    return tape;
  }

  async pieces(): Promise<TapePiece[]> {
    const stored = await this.#context.link.request('recordings.listStored', {});
    return stored.flatMap(({ name }) => parsePiece(name) ?? []);
  }

  read({ name }: TapePiece): Promise<Readable> {
    return this.#context.link.download(`recordings/stored/${encodeURIComponent(name)}/file`);
  }

  async remove({ name }: TapePiece): Promise<void> {
    try {
      await this.#context.link.request('recordings.deleteStored', { recordingName: name });
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'not_found') throw thrown;
    }
  }

  #follow(recordingId: string, channels: readonly string[]): RunningTape {
    const tape = new RunningTape(channels, this.#context);
    this.#running.set(recordingId, tape);
    void tape.ended.then(() => this.#running.delete(recordingId));
    return tape;
  }

  /** Asterisk queues no events: an end that was missed is found after the reconnection. */
  async #reconcile(): Promise<void> {
    const made = [...this.#running.values()].filter((tape) => !this.#unmade.has(tape));
    if (made.length === 0) return;
    const there = await this.#channelIds();
    for (const tape of made) tape.reconcile(there);
  }

  async #channelIds(): Promise<ReadonlySet<string>> {
    const channels = await this.#context.link.request('channels.list', {});
    return new Set(channels.map(({ id }) => id));
  }
}

class RunningTape implements Tape {
  readonly ended: Promise<number | null>;
  readonly failed: Promise<string>;
  readonly #context: TapeContext;
  readonly #channels: Set<string>;
  readonly #offs: (() => void)[];
  #resolveEnded: (atMs: number | null) => void = () => undefined;
  /** A side ended while Asterisk was away. */
  #isEndMissed = false;
  #isStopping = false;

  constructor(channels: readonly string[], context: TapeContext) {
    this.#context = context;
    this.#channels = new Set(channels);
    let resolveFailed: (reason: string) => void = () => undefined;
    this.ended = new Promise((resolve) => (this.#resolveEnded = resolve));
    this.failed = new Promise((resolve) => (resolveFailed = resolve));
    this.#offs = channels.map((id) =>
      context.events.on(id, (event) => {
        if (event.type === 'RecordingFailed')
          resolveFailed(`Asterisk could not write it: ${event.recording.cause ?? 'no reason given'}`);
        if (event.type === 'StasisEnd' || event.type === 'ChannelDestroyed') this.#gone(id);
      }),
    );
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#channels].map((id) => this.#hangUp(id)));
  }

  async #hangUp(channelId: string): Promise<void> {
    if ((await endChannel(channelId, this.#context)) === 'not there') this.#gone(channelId);
  }

  /** After Asterisk was away. One that was to stop may not have been told. */
  reconcile(there: ReadonlySet<string>): void {
    for (const id of [...this.#channels])
      if (!there.has(id)) {
        this.#isEndMissed = true;
        this.#gone(id);
      } else if (this.#isStopping) void this.#hangUp(id);
  }

  #gone(id: string): void {
    this.#channels.delete(id);
    if (this.#channels.size > 0) return;
    for (const off of this.#offs) off();
    this.#resolveEnded(this.#isEndMissed ? null : Date.now());
  }
}

function isTapeOf(channelId: string, recordingId: string): boolean {
  const named = parseName(channelId);
  return named?.part === 'tape' && named.recordingId === recordingId;
}

function pieceName({ recordingId, side, number }: Omit<TapePiece, 'name'>): string {
  return `${recordingId}.${side}.${number}`;
}

function parsePiece(name: string): TapePiece | undefined {
  const match = /^(rec_[A-Za-z0-9]+)\.(far|owner)\.(\d+)$/.exec(name);
  if (match === null) return undefined;
  const [, recordingId = '', side, number] = match;
  return { name, recordingId, side: side as TapeSide, number: Number(number) };
}
