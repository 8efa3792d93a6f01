import { AppError } from '../../domain/errors.ts';
import type { AriEvent } from './ari-operations.ts';
import { withDeadline } from './deadline.ts';

type Listener = (event: AriEvent) => void;

const stasisStartTimeoutMs = 5000;

/** Dispatches each channel's events to that channel's subscribers. */
export class ChannelEvents {
  readonly #listeners = new Map<string, Set<Listener>>();

  take(event: AriEvent): void {
    const id = channelOf(event);
    if (id === undefined) return;
    for (const listener of [...(this.#listeners.get(id) ?? [])]) listener(event);
  }

  on(channelId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(channelId) ?? new Set();
    this.#listeners.set(channelId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(channelId);
    };
  }

  /**
   * Subscribes to the channel's StasisStart, runs `create`, and resolves when both have happened: a channel that is
   * created but not yet in Stasis is refused with 409 (dial) or 422 (addChannel).
   * @throws AppError `unavailable`, or what `create` throws.
   */
  async createAndEnter(channelId: string, create: () => Promise<unknown>): Promise<void> {
    let off: () => void = () => undefined;
    const entered = new Promise<void>((resolve, reject) => {
      off = this.on(channelId, (event) => {
        if (event.type === 'StasisStart') resolve();
        if (event.type === 'ChannelDestroyed')
          reject(new AppError('unavailable', `channel ${channelId} ended before it could be used`));
      });
    });
    try {
      await Promise.all([
        create(),
        withDeadline(entered, stasisStartTimeoutMs, `channel ${channelId} did not start`),
      ]);
    } finally {
      off();
    }
  }
}

function channelOf(event: AriEvent): string | undefined {
  switch (event.type) {
    case 'Dial':
      return event.peer.id;
    case 'PlaybackStarted':
    case 'PlaybackFinished':
      return event.playback.target_uri.replace(/^channel:/, '');
    case 'RecordingFailed':
      return event.recording.target_uri.replace(/^channel:/, '');
    case 'StasisStart':
    case 'StasisEnd':
    case 'ChannelEnteredBridge':
    case 'ChannelLeftBridge':
    case 'ChannelStateChange':
    case 'ChannelHold':
    case 'ChannelUnhold':
    case 'ChannelHangupRequest':
    case 'ChannelDtmfReceived':
    case 'ChannelDestroyed':
      return event.channel.id;
    default:
      return undefined;
  }
}
