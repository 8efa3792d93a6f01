import { createCallDetector, Passages } from '../detect/index.ts';
import type { CallDetector, PersonGrade } from '../detect/types.ts';
import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { Intake, type IntakeReports } from './intake.ts';
import { MediaServer } from './media-server.ts';
import type { Order, Report, ServerPlace } from './messages.ts';
import { Turns } from './turns.ts';

/**
 * For up to this many calls, words are delivered as early as possible. With more, shorter turns cost more than they gain: words come only
 * 30 ms sooner.
 */
const maxSpokenAtOnce = 2;

/** With more calls than this, music is judged in longer pieces, and a voice after it is heard up to 100 ms later. */
const maxInShortPieces = 10;

type Post = (report: Report, transfer?: ArrayBuffer[]) => void;

/** The inside of the listening thread: the sockets of all calls and their detectors. */
export class MediaRoom {
  readonly #post: Post;
  readonly #log: Log;
  readonly #intakes = new Map<string, Intake>();
  /** How many rejections of a person each intake has received. */
  readonly #rejections = new Map<string, number>();
  /** Channels whose sockets are expected. */
  readonly #awaited = new Set<string>();
  readonly #forget = new Map<string, () => void>();
  /** What the far ends say, for as long as any of them is heard. */
  readonly #passages = new Passages();
  readonly #turns: Turns;
  #server: MediaServer | undefined;

  constructor(post: Post, alarm: Int32Array) {
    this.#post = post;
    this.#log = postedLog(post);
    this.#turns = new Turns({ alarm, work: () => this.#work(), pace: () => this.#pace() });
  }

  /** A failing order must not end this thread: its replacement would get the same order and fail too. */
  take(order: Order): void {
    try {
      this.#carryOut(order);
    } catch (error) {
      const why = describeError(error);
      this.#log.error('an order to the listening thread failed', { order: order.do, error: why });
      if ('request' in order) this.#post({ kind: 'failed', request: order.request, why });
    }
  }

  #carryOut(order: Order): void {
    switch (order.do) {
      case 'serve':
        void this.#serve(order.request, order.place);
        break;
      case 'open':
        this.#open(order);
        break;
      case 'close':
        this.#close(order.request, order.intake);
        break;
      case 'phase':
        this.#judgeFirst(order.intake)?.detector?.setPhase(order.phase);
        break;
      case 'speaking':
        this.#judgeFirst(order.intake)?.detector?.setSpeaking(order.isSpeaking);
        break;
      case 'words':
        this.#judgeFirst(order.intake)?.detector?.hearWords(order.words);
        break;
      case 'reject':
        this.#judgeFirst(order.intake)?.detector?.rejectPerson();
        this.#rejections.set(order.intake, order.rejections);
        break;
      case 'left':
        this.#judgeFirst(order.intake)?.detector?.personLeft();
        this.#rejections.set(order.intake, order.rejections);
        break;
      case 'relay': {
        const intake = this.#intakes.get(order.intake);
        if (intake !== undefined) intake.demand = order.demand;
        break;
      }
      case 'expect':
        this.#expect(order);
        break;
      case 'forget':
        this.#forget.get(order.channel)?.();
    }
  }

  async #serve(request: number, place: ServerPlace): Promise<void> {
    try {
      this.#server = await MediaServer.listen({ ...place, log: this.#log });
      this.#post({ kind: 'done', request });
    } catch (error) {
      this.#post({ kind: 'failed', request, why: describeError(error) });
    }
  }

  #open({ intake: id, detector: options, rejections }: Extract<Order, { do: 'open' }>): void {
    this.#rejections.set(id, rejections);
    const create =
      options &&
      ((person: PersonGrade | undefined): CallDetector =>
        createCallDetector({ ...options, person }, undefined, this.#passages));
    const reports: IntakeReports = {
      heard: (events, decision, newest, startedAtMs) =>
        this.#post({
          kind: 'heard',
          intake: id,
          events,
          decision,
          newest,
          startedAtMs,
          rejections: this.#rejections.get(id) ?? 0,
        }),
      frames: (samples, withheld) => {
        const transfer = [samples, ...(withheld === undefined ? [] : [withheld.kept])];
        this.#post(
          { kind: 'frames', intake: id, samples, withheld },
          transfer.map(({ buffer }) => buffer as ArrayBuffer),
        );
      },
      unheard: (what) => this.#post({ kind: 'unheard', intake: id, what }),
      failed: (error, isOff) => this.#reportFailure(id, describeError(error), isOff),
    };
    const intake = new Intake(create, reports, options?.person);
    this.#intakes.set(id, intake);
    this.#turns.start();
  }

  #reportFailure(id: string, error: string, isOff: boolean): void {
    const what = isOff
      ? 'the detector is off, it has failed too often'
      : 'the detector failed and begins anew';
    this.#log.error(what, { intake: id, error });
    if (isOff) this.#post({ kind: 'deaf', intake: id, why: error });
  }

  #close(request: number, id: string): void {
    const intake = this.#intakes.get(id);
    // Removed first: a detector that fails while it is closed would otherwise stay, and get a turn for ever.
    this.#intakes.delete(id);
    this.#rejections.delete(id);
    if (this.#intakes.size === 0) this.#passages.clear();
    const closed = intake?.close() ?? { endedAtMs: undefined, learned: [] };
    this.#post({ kind: 'done', request, closed });
  }

  /** Judges audio that came before a change by the settings before it. */
  #judgeFirst(id: string): Intake | undefined {
    const intake = this.#intakes.get(id);
    intake?.work();
    return intake;
  }

  #expect({ request, channel, intake: id }: Extract<Order, { do: 'expect' }>): void {
    const intake = this.#intakes.get(id);
    if (this.#server === undefined || intake === undefined)
      return this.#post({ kind: 'failed', request, why: 'nobody listens to this call' });
    this.#awaited.add(channel);
    let isOpen = false;
    /** Its socket may outlive the interest in its audio, which by then comes over another line. */
    const end = (): void => {
      if (isOpen) intake.lineClosed();
      isOpen = false;
    };
    const forget = this.#server.expect(channel, {
      onOpen: () => {
        this.#awaited.delete(channel);
        isOpen = true;
        intake.lineOpened();
        this.#post({ kind: 'opened', channel });
      },
      onAudio: (bytes) => {
        if (isOpen) intake.take(bytes);
      },
      onClose: () => {
        end();
        this.#post({ kind: 'closed', channel });
      },
    });
    this.#forget.set(channel, () => {
      forget();
      end();
      this.#awaited.delete(channel);
      this.#forget.delete(channel);
    });
    this.#post({ kind: 'done', request });
  }

  #work(): void {
    const inLongPieces = this.#intakes.size > maxInShortPieces;
    for (const intake of this.#intakes.values()) intake.work(inLongPieces);
  }

  #pace(): 'rest' | 'short rest' | 'awake' | undefined {
    if (this.#awaited.size > 0) return 'awake';
    if (this.#intakes.size === 0) return undefined;
    let spoken = 0;
    for (const intake of this.#intakes.values()) {
      if (intake.isFollowed) return 'short rest';
      if (intake.isRelaying) spoken += 1;
    }
    return spoken > 0 && spoken <= maxSpokenAtOnce ? 'short rest' : 'rest';
  }
}

function postedLog(post: Post): Log {
  const at =
    (level: keyof Log) =>
    (message: string, fields: Record<string, unknown> = {}): void =>
      post({ kind: 'log', level, message, fields });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
