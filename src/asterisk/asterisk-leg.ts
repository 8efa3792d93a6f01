import type { Leg, LegEvent, LegOutcome, LegRole, LegState } from '../calls/telephony.ts';
import { AppError, describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { AriLink } from './ari-link.ts';
import type { AriEvent, AriOperation, AriOperations } from './ari-operations.ts';
import type { ChannelEvents } from './channel-events.ts';
import { pause } from './deadline.ts';
import { dtmfMilliseconds, dtmfTiming } from './dtmf.ts';
import { type LegSecurity, outcomeOf } from './outcomes.ts';
import { LegListeners } from './leg-listeners.ts';
import { type Attendant, LegWork } from './leg-work.ts';
import { Playback } from './playback.ts';

export interface LegContext {
  link: AriLink;
  events: ChannelEvents;
  log: Log;
}

/** A leg as it is when it begins to be followed. */
export interface LegStart {
  id: string;
  callId: string;
  role: LegRole;
  /** `dialling` by default. */
  state?: LegState | undefined;
  /** Undefined for a leg that an earlier process dialled. */
  security?: LegSecurity;
}

/** How long a hang-up waits for Asterisk to confirm that the channel is gone. */
const hangupTimeoutMs = 3000;

/** One channel, followed from its creation to its end. */
export class AsteriskLeg implements Leg {
  readonly id: string;
  readonly callId: string;
  readonly role: LegRole;
  readonly #context: LegContext;
  readonly #listeners: LegListeners;
  readonly #work = new LegWork();
  /** Aborts when the leg is gone, which ends everything that waits on it. */
  readonly #gone = new AbortController();
  readonly #offEvents: () => void;
  readonly #security: LegSecurity | undefined;
  #state: LegState;
  #outcome: LegOutcome | undefined;
  #hasEarlyMedia = false;
  #hungUpHere: 'normal' | 'answered_elsewhere' | undefined;
  #checking = false;
  #wantsSilence = false;
  #bridged = false;
  #playing = 0;

  constructor({ id, callId, role, state = 'dialling', security }: LegStart, context: LegContext) {
    this.id = id;
    this.callId = callId;
    this.role = role;
    this.#context = context;
    this.#listeners = new LegListeners(id, context.log);
    this.#state = state;
    this.#security = security;
    this.#offEvents = context.events.on(id, (event) => this.#take(event));
  }

  get state(): LegState {
    return this.#state;
  }
  get outcome(): LegOutcome | undefined {
    return this.#outcome;
  }
  get hasEarlyMedia(): boolean {
    return this.#hasEarlyMedia;
  }
  /** Aborted once the leg is gone. */
  get goneSignal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Up, and doing nothing but sending silence. */
  get isIdle(): boolean {
    return this.#state === 'up' && this.#work.isNone;
  }

  /** @returns the function that ends the attendance; undefined if the leg already has an attendant. */
  attend(attendant: Attendant): (() => void) | undefined {
    return this.#work.attend(attendant);
  }

  /** The first subscriber also receives, in a microtask, the events from before it subscribed. */
  subscribe(listener: (event: LegEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  async sendDtmf(digits: string): Promise<void> {
    await this.#work.begin();
    try {
      const sent = await this.#act('channels.sendDTMF', { dtmf: digits, ...dtmfTiming });
      // Asterisk responds at once and sends no event when the digits are done (observed): the end is computed.
      if (sent) await pause(dtmfMilliseconds(digits), this.#gone.signal);
    } finally {
      this.#endWork();
    }
  }

  async sendSilence(): Promise<void> {
    this.#wantsSilence = true;
    await this.renewSilence();
  }

  /** Restarts silence if wanted: entering or leaving a bridge ends it, as does a playback. */
  async renewSilence(): Promise<void> {
    if (!this.#wantsSilence || this.#bridged || this.#playing > 0 || this.#state !== 'up') return;
    await this.#act('channels.startSilence', {});
  }

  /** Never rejects. Carriers drop a call that is silent for about ten seconds, so a refusal is worth a line. */
  async renewSilenceOrWarn(): Promise<void> {
    const { link, log } = this.#context;
    try {
      await this.renewSilence();
    } catch (thrown) {
      if (link.down === undefined)
        log.warn('no silence is sent', { leg: this.id, error: describeError(thrown) });
    }
  }

  async play(media: string, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return;
    const playback = new Playback(this.id, this.#context, this.#gone.signal, signal);
    this.#playing += 1;
    await this.#work.begin();
    try {
      const { playbackId } = playback;
      if (await this.#act('channels.playWithId', { playbackId, media })) await playback.ended();
    } finally {
      playback.forget();
      this.#playing -= 1;
      this.#endWork();
      await this.renewSilence();
    }
  }

  async hangUp(why: 'normal' | 'answered_elsewhere' = 'normal'): Promise<void> {
    if (this.#state === 'gone') return;
    this.#hungUpHere = why;
    // Q.850 cause 26 travels in a Reason header, so that the phone does not list a missed call (RFC 3326).
    await this.#act('channels.hangup', why === 'normal' ? { reason: 'normal' } : { reason_code: '26' });
    await pause(hangupTimeoutMs, this.#gone.signal);
  }

  /** The channel was already in a bridge when it was adopted. */
  markBridged(): void {
    if (!this.#bridged) this.#work.beganBefore();
    this.#bridged = true;
  }

  /** The leg joined (or left) a bridge, which sends the other side's audio instead of silence. */
  async setBridged(bridged: boolean): Promise<void> {
    const wasBridged = this.#bridged;
    this.#bridged = bridged;
    if (bridged) {
      if (!wasBridged) await this.#work.begin();
      if (this.#wantsSilence) await this.#act('channels.stopSilence', {});
    } else {
      if (wasBridged) this.#endWork();
      await this.renewSilence();
    }
  }

  /** Asterisk is back and still has the channel: a hang-up that did not reach it is repeated. */
  found(channelState: string): void {
    if (this.#hungUpHere === undefined) return this.reconcile(channelState);
    this.hangUp(this.#hungUpHere).catch((thrown: unknown) =>
      this.#context.log.warn('not hung up', { leg: this.id, error: describeError(thrown) }),
    );
  }

  /** Adopts the channel state that Asterisk reports after a gap in the events. */
  reconcile(channelState: string): void {
    if (channelState === 'Up') this.#answered();
    else if (channelState === 'Ringing') this.#rings();
  }

  /** The leg is over although no event reported it. */
  lose(outcome: LegOutcome): void {
    if (this.#state === 'gone') return;
    this.#state = 'gone';
    this.#outcome = outcome;
    this.#offEvents();
    this.#listeners.emit({ kind: 'gone', outcome });
    this.#gone.abort();
  }

  /** @returns false when the leg is gone and there is nothing to act on. @throws AppError for any other refusal. */
  async #act<K extends AriOperation>(
    operation: K,
    params: Omit<AriOperations[K]['params'], 'channelId'>,
  ): Promise<boolean> {
    if (this.#state === 'gone') return false;
    try {
      await this.#context.link.request(operation, {
        ...params,
        channelId: this.id,
      } as AriOperations[K]['params']);
      return true;
    } catch (thrown) {
      if (this.#isGone() || (thrown instanceof AppError && thrown.code === 'not_found')) return false;
      throw thrown;
    }
  }

  /** A method, so that the compiler does not narrow the state across an await. */
  #isGone(): boolean {
    return this.#state === 'gone';
  }

  #endWork(): void {
    this.#work.end();
    if (this.isIdle) this.#work.rest();
  }

  #take(event: AriEvent): void {
    switch (event.type) {
      case 'Dial':
        if (event.dialstatus === 'RINGING') this.#rings();
        if (event.dialstatus === 'PROGRESS') this.#earlyMedia();
        break;
      case 'ChannelStateChange':
        this.reconcile(event.channel.state);
        break;
      case 'ChannelDtmfReceived':
        this.#listeners.emit({ kind: 'dtmf', digit: event.digit });
        break;
      case 'ChannelDestroyed':
        this.lose(
          outcomeOf({
            cause: event.cause,
            sipCode: event.tech_cause,
            wasUp: this.#state === 'up',
            wasReached: this.#state === 'ringing' || this.#hasEarlyMedia,
            hungUpHere: this.#hungUpHere !== undefined,
            ...(this.#security === undefined ? {} : { security: this.#security }),
          }),
        );
        break;
      default:
    }
  }

  #rings(): void {
    if (this.#state !== 'dialling') return;
    this.#state = 'ringing';
    this.#listeners.emit({ kind: 'ringing' });
  }

  #earlyMedia(): void {
    if (this.#hasEarlyMedia || this.#state === 'up') return;
    this.#hasEarlyMedia = true;
    this.#listeners.emit({ kind: 'early_media' });
  }

  #answered(): void {
    if (this.#state === 'up' || this.#state === 'gone' || this.#checking) return;
    if (this.#security?.mediaEncryption === 'required') void this.#takeIfEncrypted();
    else this.#up();
  }

  /** Asterisk accepts a plaintext answer to an encrypted offer: the call stays up without audio (observed). */
  async #takeIfEncrypted(): Promise<void> {
    this.#checking = true;
    const encrypted = await this.#isEncrypted();
    this.#checking = false;
    // The leg or Asterisk went away in the meantime; `reconcile` will check again.
    if (this.#isGone() || this.#context.link.down !== undefined) return;
    if (encrypted) return this.#up();
    this.lose({
      kind: 'unreachable',
      detail: 'it answered without encrypted audio (SRTP), which is required',
    });
    await this.#context.link
      .request('channels.hangup', { channelId: this.id, reason: 'normal' })
      .catch((thrown: unknown) =>
        this.#context.log.warn('not hung up', { leg: this.id, error: describeError(thrown) }),
      );
  }

  async #isEncrypted(): Promise<boolean> {
    try {
      const { value } = await this.#context.link.request('channels.getChannelVar', {
        channelId: this.id,
        variable: 'CHANNEL(rtp,secure)',
      });
      return value === '1';
    } catch (thrown) {
      // Asterisk refuses to read it from a channel without audio.
      this.#context.log.debug('no encrypted audio', { leg: this.id, error: describeError(thrown) });
      return false;
    }
  }

  #up(): void {
    this.#state = 'up';
    this.#listeners.emit({ kind: 'answered' });
    if (this.isIdle) this.#work.rest();
    void this.renewSilenceOrWarn();
  }
}
