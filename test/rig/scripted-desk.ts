import { CallRegister } from '../../src/calls/call-register.ts';
import type { CallRequest } from '../../src/calls/desk.ts';
import { TrunkDials } from '../../src/calls/placing/trunk-dials.ts';
import type { AudioDemand, ListeningResult, Listener, ListenerSink } from '../../src/calls/listener.ts';
import type { DetectorEvent, DetectorOptions, HeardWords, KnownRecording } from '../../src/detect/types.ts';
import type { Call } from '../../src/domain/call.ts';
import type { DeviceWithState } from '../../src/domain/device.ts';
import { createFlowLookup } from '../../src/flows/flow-desk.ts';
import type { FlowTrials } from '../../src/flows/trials.ts';
import { createCompanyLookup } from '../../src/numbers/number-desk.ts';
import type { AudioClass } from '../../src/domain/audio-class.ts';
import type { Store } from '../../src/store/open.ts';
import { memoryLog } from '../store/fixtures.ts';
import { openPolicy } from './open-policy.ts';
import { noVoice } from './no-voice.ts';
import { noWords } from './no-words.ts';
import { noTape } from './no-tape.ts';
import { type ScriptedLeg, ScriptedTelephony } from './scripted-telephony.ts';

export function scriptedDevice(
  name: string,
  priority: number,
  changes: Partial<DeviceWithState> = {},
): DeviceWithState {
  return {
    id: `dev_${name}`,
    name,
    type: 'sip_phone',
    sipUri: `sip:${name}@holdfast.lan`,
    priority,
    capabilities: [],
    confirmsAnswer: false,
    lastOnlineAtMs: null,
    createdAtMs: 0,
    updatedAtMs: 0,
    isOnline: true,
    canWake: false,
    isArriving: false,
    ...changes,
  };
}

/** A listener whose findings come from the test. */
export class ScriptedListener implements Listener {
  readonly id = 'scripted';
  /** What it knows of the number. */
  readonly memory: readonly KnownRecording[];
  isClosed = false;
  decision: Listener['decision'] = { state: 'holding', since: 0, confidence: 1, reason: '' };
  newest: Listener['newest'] = undefined;
  rejected = 0;
  left = 0;
  /** Calls of `setSpeaking`, in order. */
  readonly spoken: boolean[] = [];
  /** The words that it was given. */
  readonly words: { at: number; text: string }[] = [];
  /** Whether somebody wants the audio. */
  demand: AudioDemand | undefined;
  readonly #startedAtMs = Date.now();
  #sink: ListenerSink | undefined;

  constructor({ memory = [], person }: Pick<DetectorOptions, 'memory' | 'person'> = {}) {
    this.memory = memory;
    if (person !== undefined) this.decision = { ...this.decision, state: 'person' };
  }

  hear(...events: DetectorEvent[]): void {
    this.#sink?.heard(events, this.#startedAtMs);
  }
  /** It judges nothing more. */
  fail(why: string): void {
    this.#sink?.deaf?.(why);
  }
  frame(frame: Int16Array): void {
    this.#sink?.frame(frame, 0);
  }
  follow(sink: ListenerSink): void {
    this.#sink = sink;
  }
  setPhase(): void {}
  setSpeaking(isSpeaking: boolean): void {
    this.spoken.push(isSpeaking);
  }
  hearWords({ endedAt: at, text, isFinal }: HeardWords): void {
    if (isFinal) this.words.push({ at, text });
  }
  rejectPerson(): void {
    this.rejected += 1;
    this.decision = { ...this.decision, state: 'holding' };
  }
  personLeft(): void {
    this.left += 1;
    this.decision = { ...this.decision, state: 'holding' };
  }
  relay(demand: AudioDemand | undefined): void {
    this.demand = demand;
  }
  async close(): Promise<ListeningResult> {
    this.isClosed = true;
    return { endedAtMs: Date.now(), learned: [] };
  }
}

/** The real register on a real store; only the telephone network and the listening are scripted. The kitchen phone is always there. */
export class ScriptedDesk extends CallRegister {
  readonly telephony: ScriptedTelephony;
  /** Everything that was accepted. */
  readonly placed: CallRequest[] = [];
  /** Calls awaited with `waitForChange`, now or earlier. */
  readonly waits: string[] = [];
  /** Those for which waiting was aborted. */
  readonly abandonedWaits: string[] = [];
  readonly #listeners: readonly ScriptedListener[];

  static async create(store: Store, trials?: FlowTrials): Promise<ScriptedDesk> {
    const trunk = await TrunkDials.open({
      policy: openPolicy,
      store: store.trunkDials,
      journal: store.journal,
      maxLegSeconds: 3_600,
      log: memoryLog(),
    });
    return new ScriptedDesk(store, new ScriptedTelephony(), trunk, trials);
  }

  private constructor(store: Store, telephony: ScriptedTelephony, trunk: TrunkDials, trials?: FlowTrials) {
    const listeners: ScriptedListener[] = [];
    super({
      store: store.calls,
      journal: store.journal,
      memory: store.recordings,
      menuSounds: store.menuSounds,
      tape: noTape,
      speech: noVoice,
      transcriber: noWords,
      menuDecider: undefined,
      sentences: undefined,
      summariser: undefined,
      flows: createFlowLookup(store.flows, trials),
      telephony,
      devices: async () => [scriptedDevice('kitchen', 1)],
      onDeviceChange: () => () => undefined,
      onDeviceMove: () => () => undefined,
      trunk,
      permitAddress: async () => {},
      companyOf: createCompanyLookup(store.favourites, (number) => store.calls.lastCompany(number)),
      createListener: () => {
        const listener = new ScriptedListener();
        listeners.push(listener);
        return listener;
      },
      createRelay: () => new ScriptedListener(),
      sensitivity: 0.5,
      ringsEarly: true,
      settings: {
        answerSeconds: 60,
        deviceRingSeconds: 25,
        ringStrategy: 'in_order',
        maxCallSeconds: 3_600,
        greeting: 'sound:one-moment-please',
        reassurances: ['sound:one-moment-please'],
        asksBack: true,
        announcement: undefined,
        masksDigits: false,
        exploresMenus: true,
      },
      log: memoryLog(),
    });
    this.telephony = telephony;
    this.#listeners = listeners;
  }

  override async place(
    ...[request, idempotency]: Parameters<CallRegister['place']>
  ): Promise<{ call: Call; replayed: boolean }> {
    const placed = await super.place(request, idempotency);
    if (!placed.replayed) this.placed.push(request);
    return placed;
  }

  override waitForChange(callId: string, seconds: number, signal?: AbortSignal): Promise<Call> {
    this.waits.push(callId);
    signal?.addEventListener('abort', () => this.abandonedWaits.push(callId), { once: true });
    return super.waitForChange(callId, seconds, signal);
  }

  /** The far end does something; resolves when the call has taken notice. */
  async farEnd(callId: string, act: (far: ScriptedLeg) => void): Promise<Call> {
    const before = (await this.get(callId)).status;
    const far = await this.telephony.farLegOf(callId);
    act(far);
    for (;;) {
      const call = await this.get(callId);
      if (call.status !== before) return call;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** The ear of the newest call reports what it hears from now on. @param at in seconds of its audio. */
  hear(audioClass: AudioClass, at: number): void {
    this.#listeners.at(-1)?.hear({ kind: 'class', at, audioClass, confidence: 0.9, features: {} });
  }
}
