import type { ResetMessage, StreamEvent } from '../api/types.ts';
import type { StreamState } from '../state/gateway/reach.ts';
import { backoffMs } from './backoff.ts';

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

/** A partial transcript. */
export interface PartialMessage {
  type: 'transcript_partial';
  call_id: string;
  timestamp: string;
  data: { text: string; speaker: string; start: number; kind: string };
}

export interface StreamNeeds {
  /** Where to connect, given the id of the last known event. */
  address: (since: number) => string;
  /**
   * Reads the state again and returns the id of the newest event in it. Rejects when the gateway cannot be reached.
   */
  readState: () => Promise<number>;
  onEvent: (event: StreamEvent) => void;
  /** Not stored; once a second for each running call. */
  onPulse?: (pulse: PulseMessage) => void;
  /** Not stored; replaced by the same speaker's next one, or by the sentence's `transcript_chunk`. */
  onPartial?: (partial: PartialMessage) => void;
  /** The credential was revoked or has expired. */
  onSignedOut: () => void;
  /** A connection was refused; browsers do not say whether the session or the gateway is missing. */
  onRefused?: () => void;
  onState: (state: StreamState) => void;
  /** After reconnecting, or once the gateway could be reached at all; the missed events have been requested. */
  onReconnect?: () => void;
}

/** The browser APIs in use, so that tests can provide them. */
export interface StreamSurroundings {
  open: (address: string) => WebSocket;
  later: (run: () => void, ms: number) => () => void;
  random: () => number;
}

/** A silent network neither opens a connection nor refuses it. */
const connectMs = 8_000;

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
 * This tab's only event stream: each event once and in order, across sleep, restarts and lost networks. The
 * snapshot's id comes first, later events are requested with `since`, and ids already seen are dropped.
 */
export class EventStream {
  readonly #needs: StreamNeeds;
  readonly #around: StreamSurroundings;
  #socket: WebSocket | undefined;
  #lastId: number | undefined;
  #attempt = 0;
  /** Of several reads under way only the newest may fail: an earlier one hangs on a connection that is dead by now. */
  #reads = 0;
  /** What pages read before may be out of date, or was never read. */
  #connectsAgain = false;
  #running = false;
  #cancelRetry: () => void = () => undefined;
  #cancelOpening: () => void = () => undefined;

  constructor(needs: StreamNeeds, around: StreamSurroundings = inBrowser) {
    this.#needs = needs;
    this.#around = around;
  }

  /** @param again whether pages have tried to read before, in vain. */
  start(again = false): void {
    if (this.#running) return;
    this.#running = true;
    if (again) this.#connectsAgain = true;
    this.#connect();
  }

  stop(): void {
    this.#running = false;
    this.#lastId = undefined;
    this.#attempt = 0;
    this.#cancelRetry();
    this.#drop();
    this.#needs.onState('idle');
  }

  /** The network is back, or the page is visible again: no reason to keep waiting. */
  hurry(): void {
    if (!this.#running || this.#socket !== undefined) return;
    this.#cancelRetry();
    this.#attempt = 0;
    this.#connect();
  }

  /**
   * After a sleep or a silence the connection may be dead without notice: a new one continues from the last event.
   */
  revive(): void {
    if (!this.#running || this.#lastId === undefined) return;
    this.#cancelRetry();
    this.#drop();
    this.#connect();
  }

  /** Whether an event that is stored has not come. */
  lacks(id: number): boolean {
    return this.#lastId !== undefined && this.#lastId < id;
  }

  /** The page may be wrong: read the state again. */
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
    this.#reads += 1;
    const read = this.#reads;
    const asked = this.#needs.readState();
    asked.then(
      (newestId) => {
        if (!this.#running || this.#socket !== undefined || this.#lastId !== undefined) return;
        this.#lastId = newestId;
        this.#open(newestId);
      },
      () => {
        if (read === this.#reads && this.#socket === undefined) this.#retry();
      },
    );
  }

  #open(since: number): void {
    const socket = this.#around.open(this.#needs.address(since));
    this.#socket = socket;
    let accepted = false;
    this.#cancelOpening = this.#around.later(() => {
      this.#cancelOpening = () => undefined;
      this.#drop();
      this.#retry();
    }, connectMs);
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      accepted = true;
      this.#endOpening();
      this.#attempt = 0;
      this.#needs.onState('open');
      if (this.#connectsAgain) this.#needs.onReconnect?.();
      this.#connectsAgain = true;
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#receive(String(data));
    };
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#endOpening();
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
    this.#connectsAgain = true;
    this.#needs.onState('away');
    this.#cancelRetry = this.#around.later(
      () => {
        if (this.#running && this.#socket === undefined) this.#connect();
      },
      backoffMs(this.#attempt, this.#around.random),
    );
    this.#attempt += 1;
  }

  #endOpening(): void {
    this.#cancelOpening();
    this.#cancelOpening = () => undefined;
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#endOpening();
    if (socket === undefined) return;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
  }
}
