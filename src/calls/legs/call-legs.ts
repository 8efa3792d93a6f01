import { AppError, describeError } from '../../domain/errors.ts';
import type { CallDeadline } from '../call-deadline.ts';
import type { CallLedger } from '../call-ledger.ts';
import type { CallNeeds } from '../call-needs.ts';
import { limitAnswer, queueSeconds } from './answer-limit.ts';
import { DeviceLegs } from './device-legs.ts';
import { askWhenSilent, tellWhenUnheard } from './silent-far-end.ts';
import type { FarEnd } from './far-end.ts';
import { type Bridge, type Leg, NotDialled } from '../telephony.ts';
import { farRecordSeconds, notRecorded, type Permit } from '../placing/trunk-dials.ts';
import { endsWithin, Interrupted } from '../waiting.ts';

export interface DialOptions {
  denoise?: boolean;
  bridge?: Bridge;
  caller?: Leg;
}

export interface CallLegsNeeds {
  ledger: CallLedger;
  needs: CallNeeds;
  deadline: CallDeadline;
  /** Whether the far end has played hold music. */
  hearsQueue: () => boolean;
  /** The far leg has ended while the call went on. */
  onFarGone: (leg: Leg) => void;
  /** Nobody has answered for too long. */
  onUnanswered: (leg: Leg) => void;
}

/** What a call owns in Asterisk: the far leg, the devices' legs and the bridge, each from the moment it is requested until it is gone. */
export class CallLegs {
  readonly devices: DeviceLegs;
  readonly #ledger: CallLedger;
  readonly #needs: CallNeeds;
  readonly #deadline: CallDeadline;
  readonly #farEvents: Pick<CallLegsNeeds, 'hearsQueue' | 'onFarGone' | 'onUnanswered'>;
  #farEnd: FarEnd;
  /** Dials and adoptions under way: whatever they open must be ended. */
  readonly #opening = new Set<Promise<unknown>>();
  #bridge: Promise<Bridge> | undefined;
  /** Of a dial that has not gone out yet. */
  #unusedPermit: Permit | undefined;
  #farIsBridged = false;

  constructor({ ledger, needs, deadline, ...farEvents }: CallLegsNeeds) {
    this.#ledger = ledger;
    this.#needs = needs;
    this.#deadline = deadline;
    this.#farEvents = farEvents;
    this.#farEnd = { state: ledger.call.recovering ? 'adopting' : 'none' };
    this.devices = new DeviceLegs({ ledger, needs, deadline, open: (opening) => this.#open(opening) });
    ledger.onStatus(() => ledger.isOver && this.#endUnusedPermit());
  }

  get farEnd(): FarEnd {
    return this.#farEnd;
  }

  get farIsUp(): boolean {
    return this.#farEnd.state === 'present' && this.#farEnd.leg.state === 'up';
  }

  /** The far leg, for activities that begin only once there is one. */
  get far(): Leg {
    if (this.#farEnd.state !== 'present')
      throw new AppError('internal', `call ${this.#ledger.call.id} has no far leg (${this.#farEnd.state})`);
    return this.#farEnd.leg;
  }

  /**
   * Dials the far end, once: the INVITE is on record before it goes out. No intent interrupts this, since it would be unknown whether
   * a leg exists. @param options.caller the phone that is to talk: once it has hung up, nothing is dialled for it.
   * @throws AppError `refused`, `conflict` (the policy), `unavailable`; Interrupted when the call ends meanwhile
   */
  async dialFar({ caller, ...options }: DialOptions = {}): Promise<void> {
    if (this.#ledger.isOver) throw new Interrupted();
    const { telephony, trunk } = this.#needs;
    const { number } = this.#ledger.call;
    this.#farEnd = { state: 'dialling' };
    const over = new AbortController();
    const stopFollowing = this.#ledger.onStatus(() => this.#ledger.isOver && over.abort());
    try {
      const request = { callId: this.#ledger.call.id, number, purpose: 'far' } as const;
      const permit = (this.#unusedPermit ??= await this.#open(trunk.permit(request, over.signal)));
      if (this.#ledger.isOver) throw new Interrupted();
      const leg = await this.#open(
        telephony.dialFar(this.#ledger.call.id, permit.number, {
          timeoutSeconds: queueSeconds,
          maxSeconds: this.#deadline.secondsLeft,
          beforeInvite: () => this.#noteInvite(caller, over.signal),
          ...options,
        }),
      );
      this.#unusedPermit = undefined;
      permit.follow(leg);
      this.#farIsBridged = options.bridge !== undefined;
      this.#takeFar(leg);
    } catch (error) {
      // A dial that did not go out keeps its place, and counts once however often it is tried.
      if (!(error instanceof NotDialled) || this.#ledger.isOver) this.#endUnusedPermit();
      this.#farEnd = { state: 'none' };
      throw error;
    } finally {
      stopFollowing();
    }
  }

  #endUnusedPermit(): void {
    this.#unusedPermit?.end();
    this.#unusedPermit = undefined;
  }

  /** @throws Interrupted when the call has ended in the meantime: the far end must not ring then. */
  async #noteInvite(caller: Leg | undefined, over: AbortSignal): Promise<void> {
    if (this.#ledger.isOver) throw new Interrupted();
    const recording = this.#ledger.noteStored({ farInvitedAtMs: Date.now() });
    if (!(await endsWithin(recording, farRecordSeconds, over))) throw notRecorded();
    if (caller?.state === 'gone')
      throw new AppError('unavailable', 'the phone hung up before the number was dialled');
  }

  /** Finds what is left in Asterisk of a call that an earlier process began. @throws AppError `unavailable` */
  findLegs(): Promise<void> {
    return this.#open(this.#find());
  }

  async #find(): Promise<void> {
    this.#endUnusedPermit();
    const left = await this.#needs.telephony.adopt(this.#ledger.call.id);
    this.#needs.trunk.adopt(this.#ledger.call.id, left);
    if (left.bridge !== undefined) {
      this.#bridge = Promise.resolve(left.bridge);
      this.#farIsBridged = true; // it may be
    }
    await this.devices.adopt(left.devices);
    this.#ledger.note({ recovering: false });
    if (left.far === undefined) this.#farEnd = { state: 'none' };
    // This channel was created and never dialled: nobody can have answered it, so the number is dialled afresh.
    else if (this.#ledger.call.farInvitedAtMs === null) {
      await left.far.hangUp();
      this.#farEnd = { state: 'none' };
    } else this.#takeFar(left.far);
  }

  /**
   * The call's bridge, created on first use. Callers share one creation: a device often answers before Asterisk has the bridge, and
   * Asterisk would refuse a second one of that name.
   */
  openBridge(): Promise<Bridge> {
    if (this.#bridge !== undefined) return this.#bridge;
    const making = this.#open(this.#needs.telephony.createBridge(this.#ledger.call.id));
    this.#bridge = making;
    making.catch(() => {
      if (this.#bridge === making) this.#bridge = undefined; // so that the next caller tries again
    });
    return making;
  }

  /** Whether the far leg may be in the bridge. */
  get farIsBridged(): boolean {
    return this.#farIsBridged;
  }

  async bridgeFar(bridge: Bridge): Promise<void> {
    this.#farIsBridged = true;
    await bridge.add(this.far);
  }

  /** Takes the far leg out of the bridge, if it is there. */
  async unbridgeFar(): Promise<void> {
    if (!this.#farIsBridged) return;
    const bridge = await this.#bridge?.catch(() => undefined);
    await bridge?.remove(this.far);
    this.#farIsBridged = false;
  }

  /** Ends what exists at once, and then what was still being opened, or has yet to be found. */
  async release(): Promise<void> {
    await this.#settleAll(this.#hangUps());
    await Promise.all(this.#opening);
    await Promise.resolve(); // lets the code that opened it run first
    // While Asterisk is away, nothing can be found: what belongs to no call is removed when it is back.
    if (this.#farEnd.state === 'adopting' && this.#needs.telephony.upSinceMs() !== undefined)
      await this.#settleAll([this.findLegs()]);
    await this.#settleAll(this.#hangUps());
    await this.#settleAll([this.#destroyBridge()]);
  }

  /** If the call has ended meanwhile, `release` waits for this leg and ends it. */
  #takeFar(leg: Leg): void {
    this.#farEnd = { state: 'present', leg };
    if (this.#ledger.isOver) return;
    this.#needs.tape.follow(this.#ledger, leg, this.#deadline.secondsLeft);
    const onGone = (): void => {
      this.#farEnd = { state: 'gone' };
      this.#farEvents.onFarGone(leg);
    };
    if (leg.state === 'gone') return onGone();
    leg.subscribe((event) => event.kind === 'gone' && onGone());
    askWhenSilent(leg);
    tellWhenUnheard(leg, this.#needs.log);
    limitAnswer(leg, {
      answerSeconds: this.#needs.settings.answerSeconds,
      telephony: this.#needs.telephony,
      hearsQueue: this.#farEvents.hearsQueue,
      giveUp: () => this.#farEvents.onUnanswered(leg),
    });
  }

  /** Tracks what is being opened, so that the end of the call can wait for it and end it. */
  #open<T>(opening: Promise<T>): Promise<T> {
    const settled = opening.then(
      () => undefined,
      () => undefined,
    );
    this.#opening.add(settled);
    void settled.then(() => this.#opening.delete(settled));
    return opening;
  }

  #hangUps(): Promise<void>[] {
    const far = this.#farEnd.state === 'present' ? [this.#farEnd.leg] : [];
    return [...far, ...this.devices.all].map((leg) => leg.hangUp());
  }

  async #settleAll(endings: Promise<unknown>[]): Promise<void> {
    for (const outcome of await Promise.allSettled(endings))
      if (outcome.status === 'rejected')
        this.#needs.log.warn('a call left something behind', {
          call: this.#ledger.call.id,
          error: describeError(outcome.reason),
        });
  }

  async #destroyBridge(): Promise<void> {
    const bridge = await this.#bridge?.catch(() => undefined);
    await bridge?.destroy();
  }
}
