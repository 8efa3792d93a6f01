import {
  isReached,
  type Leg,
  type LegEvent,
  type LegOutcome,
  type LegRole,
  type LegState,
} from '../../calls/telephony.ts';
import { describeError } from '../../domain/errors.ts';
import type { AriEvent } from '../ari/ari-operations.ts';
import { pause } from '../ari/deadline.ts';
import { type ChannelEnding, endChannel } from '../ari/end-channel.ts';
import { findAudio, whyUnusable } from './answered-audio.ts';
import { KeyReports, reportOf } from './key-reports.ts';
import { type LegSecurity, outcomeOf } from './outcomes.ts';
import { LegListeners } from './leg-listeners.ts';
import { LegChannel, type LegContext } from './leg-channel.ts';
import { LegSending } from './leg-sending.ts';
import { followResponses, newestResponse, type Response } from './under-way.ts';
import { whyUnheard } from './unheard.ts';

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
  readonly sending: LegSending;
  readonly #context: LegContext;
  readonly #listeners: LegListeners;
  readonly #channel: LegChannel;
  readonly #keys = new KeyReports();
  readonly #offEvents: () => void;
  readonly #security: LegSecurity | undefined;
  #state: LegState;
  #outcome: LegOutcome | undefined;
  #hasEarlyMedia = false;
  #underWay: Leg['underWay'];
  #isHolding = false;
  #hungUpThere = false;
  #hungUpHere: 'normal' | 'answered_elsewhere' | undefined;
  #isEnding = false;
  #checking = false;
  /** Asterisk has called it up; it may not be known yet what audio it has. */
  #isUpThere: boolean;

  constructor({ id, callId, role, state = 'dialling', security }: LegStart, context: LegContext) {
    this.id = id;
    this.callId = callId;
    this.role = role;
    this.#context = context;
    this.#listeners = new LegListeners(id, context.log);
    this.#state = state;
    this.#isUpThere = state === 'up';
    this.#security = security;
    this.#channel = new LegChannel(id, context.link);
    this.sending = new LegSending(this.#channel, context, () => this.#state === 'up');
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
  get underWay(): Leg['underWay'] {
    return this.#underWay;
  }
  get isHolding(): boolean {
    return this.#isHolding;
  }
  /** Aborted once the leg is gone. */
  get goneSignal(): AbortSignal {
    return this.#channel.goneSignal;
  }

  /** The first subscriber also receives, in a microtask, the events from before it subscribed. */
  subscribe(listener: (event: LegEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  sendDtmf(digits: string): Promise<void> {
    return this.sending.digits(digits);
  }

  sendSilence(): Promise<void> {
    return this.sending.silence();
  }

  play(media: string, signal?: AbortSignal): Promise<boolean> {
    return this.sending.sound(media, signal);
  }

  async ringback(isOn: boolean): Promise<void> {
    await this.#channel.order(isOn ? 'channels.ring' : 'channels.ringStop', {});
  }

  async packetsReceived(): Promise<number | undefined> {
    if (this.#state === 'gone') return undefined;
    try {
      return (await this.#context.link.request('channels.rtpstatistics', { channelId: this.id })).rxcount;
    } catch (thrown) {
      this.#context.log.debug('its audio is not counted', { leg: this.id, error: describeError(thrown) });
      return undefined;
    }
  }

  async whyUnheard(): Promise<string | undefined> {
    return (await this.packetsReceived()) === 0 ? whyUnheard(this.id, this.#context) : undefined;
  }

  /** A re-INVITE: a 481 to it, or no answer within 32 s, ends the call (RFC 3261, section 12.2.1.2). */
  async ask(): Promise<void> {
    try {
      await this.#channel.order('channels.setChannelVar', {
        variable: 'PJSIP_SEND_SESSION_REFRESH()',
        value: 'invite',
      });
    } catch (thrown) {
      this.#context.log.debug('it is not asked', { leg: this.id, error: describeError(thrown) });
    }
  }

  async hangUp(why: 'normal' | 'answered_elsewhere' = 'normal'): Promise<void> {
    if (this.#state === 'gone') return;
    this.#hungUpHere = why;
    // Q.850 cause 26 travels in a Reason header, so that the phone does not list a missed call (RFC 3326).
    const how = why === 'normal' ? { reason: 'normal' } : { reason_code: '26' };
    try {
      await this.#channel.order('channels.hangup', how);
    } catch (thrown) {
      void this.#keepEnding(how);
      throw thrown;
    }
    await pause(hangupTimeoutMs, this.goneSignal);
  }

  /** A call that is over hangs up its legs only once, so the request is repeated here. While Asterisk is away, that is left to `found`. */
  async #keepEnding(how: NonNullable<ChannelEnding['how']>): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    await endChannel(this.id, this.#context, { how, gone: this.goneSignal });
    this.#isEnding = false;
  }

  /** Its INVITE goes out, or has gone out: what Asterisk reports by no event is looked for. */
  followResponses(): void {
    const isUnheardOf = (): boolean => this.#state === 'dialling' && !this.#hasEarlyMedia;
    followResponses(
      { id: this.id, isUnheardOf, take: (response) => this.#takeResponse(response) },
      this.#context,
    );
  }

  /** What was reported to an earlier process: the state of a channel does not show that it can be heard. Never rejects. */
  async recallResponse(): Promise<void> {
    if (this.#state === 'up' || this.#state === 'gone') return;
    const response = await newestResponse(this.id, this.#context);
    if (response !== undefined) this.#takeResponse(response);
  }

  /** Asterisk is back and still has the channel: repeats the commands that did not reach it. */
  found(channelState: string): void {
    this.sending.found();
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
    this.#channel.markGone();
    this.#listeners.emit({ kind: 'gone', outcome });
  }

  /** A method, so that the compiler does not narrow the state across an await. */
  #isGone(): boolean {
    return this.#state === 'gone';
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
        if (!this.#keys.isRepeat(reportOf(event))) this.#listeners.emit({ kind: 'dtmf', digit: event.digit });
        break;
      case 'ChannelHold':
      case 'ChannelUnhold':
        this.#isHolding = event.type === 'ChannelHold';
        break;
      case 'ChannelHangupRequest':
        if (event.soft !== true) this.#hungUpThere = true;
        break;
      case 'ChannelDestroyed':
        this.lose(
          outcomeOf({
            cause: event.cause,
            sipCode: event.tech_cause,
            wasUp: this.#isUpThere,
            wasReached: isReached(this),
            hungUpHere: this.#hungUpHere !== undefined,
            hungUpThere: this.#hungUpThere,
            ...(this.#security === undefined ? {} : { security: this.#security }),
          }),
        );
        break;
      default:
    }
  }

  #takeResponse(response: Response): void {
    if (response === 'early_media') return this.#earlyMedia();
    if (this.#state !== 'dialling' || this.#underWay === response) return;
    this.#underWay = response;
    this.#listeners.emit({ kind: 'under_way' });
  }

  #rings(): void {
    if (this.#state !== 'dialling') return;
    this.#state = 'ringing';
    this.#listeners.emit({ kind: 'ringing' });
  }

  #earlyMedia(): void {
    if (this.#hasEarlyMedia || this.#state === 'up' || this.#state === 'gone') return;
    this.#hasEarlyMedia = true;
    this.#listeners.emit({ kind: 'early_media' });
  }

  #answered(): void {
    if (this.#state === 'up' || this.#state === 'gone' || this.#checking) return;
    this.#isUpThere = true;
    void this.#takeIfHeard();
  }

  async #takeIfHeard(): Promise<void> {
    this.#checking = true;
    const mustBeEncrypted = this.#security?.mediaEncryption === 'required';
    const audio = await findAudio(this.id, this.#context, { gone: this.goneSignal, mustBeEncrypted });
    this.#checking = false;
    // `reconcile` will check again.
    if (audio === undefined || this.#isGone()) return;
    const why = whyUnusable(audio, mustBeEncrypted);
    if (why === undefined) return this.#up();
    this.lose({ kind: 'unreachable', detail: why });
    await endChannel(this.id, this.#context, { how: { reason: 'normal' } });
  }

  #up(): void {
    this.#state = 'up';
    this.#listeners.emit({ kind: 'answered' });
    this.sending.begin();
  }
}
