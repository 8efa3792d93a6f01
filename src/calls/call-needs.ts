import type { Call } from '../domain/call.ts';
import type { DeviceWithState, RingStrategy } from '../domain/device.ts';
import type { FlowLookup } from '../flows/desk.ts';
import type { Log } from '../log/log.ts';
import type { Listener } from './listener.ts';
import type { MenuDecider } from './hearing/menu-decider.ts';
import type { SentenceEncoder } from './hearing/menu-meanings.ts';
import type { CallPartial } from './desk.ts';
import type { Journal, MenuSounds, RecordingMemory } from './store.ts';
import type { Speech } from './speech.ts';
import type { CallTape } from './tape.ts';
import type { Telephony } from './telephony.ts';
import type { TrunkDials } from './placing/trunk-dials.ts';
import type { Transcriber } from './words/transcriber.ts';

export interface CallSettings {
  /** How long the far end may ring. */
  answerSeconds: number;
  /** How long one device rings. */
  deviceRingSeconds: number;
  ringStrategy: RingStrategy;
  maxCallSeconds: number;
  /** Said to the person when the owner's phone begins to ring: `sound:name`, `file:path` or a text. */
  greeting: string;
  /** Said after the greeting, in turn, until the owner is there. */
  reassurances: readonly string[];
  /** Whether the greeting is also said when a voice falls silent on hold and may be a person. */
  asksBack: boolean;
  /** Played to the owner who takes a held call, before the two are connected; undefined plays nothing. */
  announcement: string | undefined;
  /** Whether runs of digits are masked in whatever is written down. */
  masksDigits: boolean;
  /** Whether a call answers menus that its flow does not know. */
  exploresMenus: boolean;
}

/** Everything that a call depends on. */
export interface CallNeeds {
  telephony: Telephony;
  journal: Journal;
  memory: RecordingMemory;
  menuSounds: MenuSounds;
  tape: CallTape;
  speech: Speech;
  transcriber: Transcriber;
  /** What is being said in a call with a transcript, as far as it has been recognised. */
  onPartial(partial: CallPartial): void;
  /** What listens to the far end, and knows the recordings of its number. */
  createListener(call: Readonly<Call>): Promise<Listener>;
  /** A leg's audio without a detector. */
  createRelay(): Listener;
  /** Undefined if no menus are explored. */
  sentences: SentenceEncoder | undefined;
  /** Undefined if only the tables decide. */
  menuDecider: MenuDecider | undefined;
  flows: FlowLookup;
  devices(): Promise<DeviceWithState[]>;
  /** @returns the function that ends the subscription. */
  onDeviceChange(listener: (deviceId: string, isOnline: boolean) => void): () => void;
  /** A phone has registered from another address. @returns the function that ends the subscription. */
  onDeviceMove(listener: (deviceId: string) => void): () => void;
  /** The one way to the trunk. */
  trunk: TrunkDials;
  /** Whether a device may be called at its own address now. @throws AppError `refused` */
  permitAddress(deviceId: string): Promise<void>;
  /** Asks the policy about a scheduled call that is due; `begin` runs before any other call is decided on. @throws AppError */
  permitDue(call: Readonly<Call>, begin: () => void): Promise<void>;
  settings: CallSettings;
  log: Log;
}
