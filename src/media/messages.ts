import type {
  Decision,
  DetectorEvent,
  DetectorOptions,
  HeardWords,
  KnownRecording,
  ListeningPhase,
} from '../detect/types.ts';
import type { AudioDemand, AudioReading, WithheldAudio } from '../calls/listener.ts';
import type { MediaServerOptions } from './media-server.ts';

/** The thread's initial data. */
export interface ThreadData {
  /** Counts the messages to the thread; a change wakes it. */
  alarm: SharedArrayBuffer;
}

export type ServerPlace = Omit<MediaServerOptions, 'log'>;

/** To the listening thread. Orders with a `request` are answered. */
export type Order =
  | { do: 'serve'; request: number; place: ServerPlace }
  | { do: 'open'; intake: string; detector: DetectorOptions | undefined; rejections: number }
  | { do: 'close'; request: number; intake: string }
  | { do: 'phase'; intake: string; phase: ListeningPhase }
  | { do: 'speaking'; intake: string; isSpeaking: boolean }
  | { do: 'words'; intake: string; words: HeardWords }
  | { do: 'reject' | 'left'; intake: string; rejections: number }
  | { do: 'relay'; intake: string; demand: AudioDemand | undefined }
  | { do: 'expect'; request: number; channel: string; intake: string }
  | { do: 'forget'; channel: string };

/** The state of an intake when it was closed. */
export interface Closed {
  endedAtMs: number | undefined;
  learned: KnownRecording[];
}

/** Either `nothing` came for some seconds, and silence was filled in, or what came was perfect `silence` for a second. */
export type Unheard = 'nothing' | 'silence';

/** From the listening thread. */
export type Report =
  | { kind: 'done'; request: number; closed?: Closed }
  | { kind: 'failed'; request: number; why: string }
  | { kind: 'opened' | 'closed'; channel: string }
  | {
      kind: 'heard';
      intake: string;
      events: DetectorEvent[];
      decision: Decision;
      newest: AudioReading | undefined;
      startedAtMs: number;
      /** How many rejections of a person the intake had received. */
      rejections: number;
    }
  | { kind: 'unheard'; intake: string; what: Unheard }
  /** The detector failed too often: nothing is judged any more. */
  | { kind: 'deaf'; intake: string; why: string }
  | { kind: 'frames'; intake: string; samples: Int16Array; withheld: WithheldAudio | undefined }
  | {
      kind: 'log';
      level: 'debug' | 'info' | 'warn' | 'error';
      message: string;
      fields: Record<string, unknown>;
    }
  | { kind: 'alive' };
