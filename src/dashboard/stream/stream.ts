import type { ResetMessage, StreamEvent } from '../api/types.ts';
import { backoffMs } from './backoff.ts';

/** `away` for longer than a moment is worth a banner; whoever shows it decides when. */
export type StreamState = 'idle' | 'connecting' | 'open' | 'away';

export interface PulseMessage {
  type: 'call_pulse';
  call_id: string;
  timestamp: string;
  data: {
    level_db: number;
    audio_type: string;
    confidence: number;
    person: number;
    hold_time: number;
  };
}

/** What is being said, as far as it was understood. */
export interface PartialMessage {
  type: 'transcript_partial';
  call_id: string;
  timestamp: string;
  data: { text: string; speaker: string; start: number; kind: string };
}

export interface StreamNeeds {
  /** Where to connect, with the id of the last event that is known. */
  address: (since: number) => string;
  /** Reads the state anew and says the id of the newest event in it. Rejects when the gateway cannot be reached. */
  readState: () => Promise<number>;
  onEvent: (event: StreamEvent) => void;
  /** Unstored, each second, of the calls that run. */
  onPulse?: (pulse: PulseMessage) => void;
  /** Unstored: the next one of the same speaker takes its place, or the `transcript_chunk` of the sentence. */
  onPartial?: (partial: PartialMessage) => void;
  /** The credential ended. */
  onSignedOut: () => void;
  /** A connection was not accepted; a browser does not say whether for want of a session or of a gateway. */
  onRefused?: () => void;
  onState: (state: StreamState) => void;
  /** After a connection came back and what was missed has been sent for. */
  onReconnect?: () => void;
}

/** What a browser offers, so that tests can offer it as well. */
export interface StreamSurroundings {
  open: (address: string) => WebSocket;
  later: (run: () => void, ms: number) => () => void;
  random: () => number;
}

const closeCodes = { restart: 1001, unreadable: 1011, tooSlow: 1013, signedOut: 4401 };

const inBrowser: StreamSurroundings = {
  open: (address) => new WebSocket(address),
  later: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/**
 * The one event stream of this tab: each event once and in order, over sleep, restarts and lost networks. The snapshot's id comes first, what
 * happened after it is asked for with `since`, and ids that were seen are dropped.
 */
export class EventStream {
  readonly #needs: StreamNeeds;
  readonly #around: StreamSurroundings;
  #socket: WebSocket | undefined;
  #lastId: number | undefined;
  #attempt = 0;
  #wasOpen = false;
  #running = false;
  #cancelRetry: () => void = () => undefined;

  constructor(needs: StreamNeeds, around: StreamSurroundings = inBrowser) {
    this.#needs = needs;
    this.#around = around;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#connect();
  }

  stop(): void {
    this.#running = false;
    this.#lastId = undefined;
    this.#wasOpen = false;
    this.#attempt = 0;
    this.#cancelRetry();
    this.#drop();
    this.#needs.onState('idle');
  }

  /** The network is back, or the page is looked at again: no reason to wait any longer. */
  hurry(): void {
    if (!this.#running || this.#socket !== undefined) return;
    this.#cancelRetry();
    this.#attempt = 0;
    this.#connect();
  }

  /** A connection that may be dead without anybody having said so, after a sleep or a silence: a new one goes on from the last event. */
  revive(): void {
    if (!this.#running || this.#lastId === undefined) return;
    this.#cancelRetry();
    this.#drop();
    this.#connect();
  }

  /** What the page shows may be wrong: read the state anew. */
  reload(): void {
    if (!this.#running) return;
    this.#lastId = undefined;
    this.#cancelRetry();
    this.#drop();
    this.#connect();
  }

  #connect(): void {
    this.#needs.onState('connecting');
    if (this.#lastId !== undefined) {
      this.#open(this.#lastId);
      return;
    }
    const asked = this.#needs.readState();
    asked.then(
      (newestId) => {
        if (!this.#running || this.#socket !== undefined) return;
        this.#lastId = newestId;
        this.#open(newestId);
      },
      () => this.#retry(),
    );
  }

  #open(since: number): void {
    const socket = this.#around.open(this.#needs.address(since));
    this.#socket = socket;
    let accepted = false;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      accepted = true;
      this.#attempt = 0;
      this.#needs.onState('open');
      if (this.#wasOpen) this.#needs.onReconnect?.();
      this.#wasOpen = true;
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#receive(String(data));
    };
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      if (!accepted) this.#needs.onRefused?.();
      this.#closed(code);
    };
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as StreamEvent | ResetMessage | PulseMessage | PartialMessage;
    if (message.type === 'reset') {
      this.reload();
      return;
    }
    if (message.type === 'call_pulse') {
      this.#needs.onPulse?.(message);
      return;
    }
    if (message.type === 'transcript_partial') {
      this.#needs.onPartial?.(message);
      return;
    }
    if (this.#lastId !== undefined && message.id <= this.#lastId) return;
    this.#lastId = message.id;
    this.#needs.onEvent(message);
  }

  #closed(code: number): void {
    if (!this.#running) return;
    if (code === closeCodes.signedOut) {
      this.#needs.onState('away');
      this.#needs.onSignedOut();
      return;
    }
    if (code === closeCodes.unreadable) this.#lastId = undefined;
    this.#retry();
  }

  #retry(): void {
    if (!this.#running) return;
    this.#needs.onState('away');
    this.#cancelRetry = this.#around.later(
      () => {
        if (this.#running && this.#socket === undefined) this.#connect();
      },
      backoffMs(this.#attempt, this.#around.random),
    );
    this.#attempt += 1;
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket === undefined) return;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
  }
}
