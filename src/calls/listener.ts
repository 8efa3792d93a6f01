import type {
  AudioClass,
  Decision,
  DetectorEvent,
  HeardWords,
  KnownRecording,
  ListeningPhase,
} from '../detect/types.ts';

/** Where the audio of one call goes, see `Telephony.listen`. */
export interface AudioIntake {
  readonly id: string;
}

/** Which audio somebody wants, from the least to the most: speech whose words are not known yet, any speech, all of it. */
export const audioDemands = ['new speech', 'speech', 'everything'] as const;
export type AudioDemand = (typeof audioDemands)[number];

/** Audio in which nobody seemed to speak, until somebody did. 8 kHz mono s16. */
export interface WithheldAudio {
  /** Frames that are gone. */
  lost: number;
  /** What follows them, up to the next frame that is relayed. */
  kept: Int16Array;
  /** By how much the first sample of `kept` comes later than it was heard. */
  lateMs: number;
}

/** Before there is any audio. */
export const nobodyHeard: Decision = {
  state: 'unknown',
  since: 0,
  confidence: 0,
  reason: 'nothing heard yet',
};

/** Receives what a listener hears. */
export interface ListenerSink {
  /** @param startedAtMs when the events' clock stood at zero (epoch ms). */
  heard(events: readonly DetectorEvent[], startedAtMs: number): void;
  /** 8 kHz mono s16, 20 ms; only while frames are relayed. @param lateMs by how much it comes later than it was heard. */
  frame(frame: Int16Array, lateMs: number): void;
  /** The next frame follows this. */
  withheld?(audio: WithheldAudio): void;
  /** Nothing more is judged, and nobody will be noticed. */
  deaf?(why: string): void;
}

/**
 * Listens to one call for as long as it lasts, with a detector of its own. It works where the audio arrives, which may be another
 * thread: orders take effect there a moment later, in sequence, and findings arrive a moment later.
 */
export interface Listener extends AudioIntake {
  /** The decision as last reported. After a rejection it says that nobody is there, until a report takes the rejection into account. */
  readonly decision: Decision;
  /** How the newest audio was classified, a second old at most; undefined before there is any. */
  readonly newest: AudioReading | undefined;
  /** At most one; before the first audio. */
  follow(sink: ListenerSink): void;
  setPhase(phase: ListeningPhase): void;
  /** Holdfast starts or stops saying something to the far end. */
  setSpeaking(isSpeaking: boolean): void;
  hearWords(words: HeardWords): void;
  /** The owner said that it was not a person. Persons found before this, but not reported yet, are dropped. */
  rejectPerson(): void;
  /** The person has gone, and the call holds again; earlier findings are dropped here too. */
  personLeft(): void;
  /** Which audio is relayed to the sink; undefined for none. If only speech is wanted, everything else may be withheld. */
  relay(demand: AudioDemand | undefined): void;
  /** Stops listening. Never rejects. */
  close(): Promise<ListeningResult>;
}

/** How a moment of audio was classified. */
export interface AudioReading {
  levelDb: number;
  audioType: AudioClass;
  confidence: number;
  /** 0..1, how likely a person is on the line. */
  person: number;
  /** When a voice was last heard (epoch ms); absent before any. */
  voicedAtMs?: number;
}

/** What is known once a call is no longer listened to. */
export interface ListeningResult {
  /** When the audio ended (epoch ms); undefined if there was none. */
  endedAtMs: number | undefined;
  /** Recordings worth remembering for the number. */
  learned: KnownRecording[];
}
