import type { AudioIntake, Listener } from '../calls/listener.ts';
import type { DetectorOptions } from '../detect/types.ts';
import { AppError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { Report, ServerPlace, Unheard } from './messages.ts';
import { RemoteListener } from './remote-listener.ts';
import { ThreadLink, type ThreadProgram } from './thread-link.ts';

/** Waits for the socket of a channel. */
export interface SocketWatcher {
  onOpen(): void;
  onClose(): void;
}

/**
 * Receives and listens to the audio of calls on a separate thread with its own sockets and detectors, so that audio and requests never wait
 * for each other. A failed thread is replaced: owners reopen their sockets, and detectors start again with what was known before the call.
 */
export class MediaThread {
  readonly #listeners = new Map<string, RemoteListener>();
  readonly #sockets = new Map<string, SocketWatcher>();
  readonly #unheard = new Map<string, (what: Unheard) => void>();
  #link!: ThreadLink;
  #made = 0;

  private constructor() {}

  /** @throws AppError `unavailable` when the port cannot be bound. */
  static async start(
    options: ServerPlace & { program?: Partial<ThreadProgram>; log: Log },
  ): Promise<MediaThread> {
    const { log, host, port, username, password, program } = options;
    const media = new MediaThread();
    media.#link = await ThreadLink.start({
      place: { host, port, username, password },
      program,
      onNews: (news) => media.#take(news),
      onReady: () => media.#reopen(),
      onLost: () => media.#lost(),
      log,
    });
    return media;
  }

  /** @param options undefined to relay audio without judging it. */
  createListener(options: DetectorOptions | undefined): Listener {
    this.#made += 1;
    const id = `intake_${this.#made}`;
    const listener = new RemoteListener(id, this.#link, options, () => this.#listeners.delete(id));
    this.#listeners.set(id, listener);
    return listener;
  }

  /**
   * Routes a channel's audio to an intake; resolves when its socket may connect. @returns the function that releases
   * the channel; its socket closes when Asterisk hangs up the channel. @throws AppError `unavailable`
   */
  async expect(channel: string, intake: AudioIntake, watcher: SocketWatcher): Promise<() => void> {
    const listener = this.#listeners.get(intake.id);
    if (listener === undefined) throw new AppError('unavailable', 'nobody listens to this call any more');
    if (this.#link.isReady) listener.open();
    this.#sockets.set(channel, watcher);
    const forget = (): void => {
      if (!this.#sockets.delete(channel)) return;
      this.#link.command({ do: 'forget', channel });
    };
    try {
      await this.#link.request({ do: 'expect', channel, intake: intake.id });
    } catch (error) {
      forget();
      throw error;
    }
    return forget;
  }

  /** Calls `listener` whenever an intake hears nothing or silence, and again while it does. @returns the unsubscribe function. */
  onUnheard(intake: AudioIntake, listener: (what: Unheard) => void): () => void {
    this.#unheard.set(intake.id, listener);
    return () => this.#unheard.delete(intake.id);
  }

  close(): Promise<void> {
    return this.#link.close();
  }

  #take(
    news: Extract<Report, { kind: 'opened' | 'closed' | 'heard' | 'unheard' | 'frames' | 'deaf' }>,
  ): void {
    switch (news.kind) {
      case 'opened':
        this.#sockets.get(news.channel)?.onOpen();
        break;
      case 'closed':
        this.#sockets.get(news.channel)?.onClose();
        break;
      case 'unheard':
        this.#unheard.get(news.intake)?.(news.what);
        break;
      case 'heard':
      case 'frames':
      case 'deaf':
        this.#listeners.get(news.intake)?.take(news);
    }
  }

  #reopen(): void {
    for (const listener of this.#listeners.values()) listener.reopen();
  }

  #lost(): void {
    const watchers = [...this.#sockets.values()];
    this.#sockets.clear();
    for (const watcher of watchers) watcher.onClose();
  }
}
