import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../src/domain/errors.ts';

interface ControlMessage {
  readonly event?: boolean;
  readonly type?: string;
  readonly response?: boolean;
  readonly ok?: boolean;
  readonly data?: string;
}

const connectIntervalMs = 25;
/** In place of an answer, when baresip has ended. */
const endedAnswer: ControlMessage = { ok: false, data: 'it has ended' };

/** baresip's control connection: JSON in netstrings (`12:{"a":"bcdef"},`), responses in command order. */
export class BaresipControl {
  /** By baresip's names for events at a phone. */
  readonly events = new EventEmitter();
  readonly #socket: Socket;
  readonly #waiting: ((answer: ControlMessage) => void)[] = [];
  #buffered = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => undefined); // its close follows
    socket.on('close', () => {
      for (const answer of this.#waiting.splice(0)) answer(endedAnswer);
    });
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  /**
   * baresip does not report when its control port is open, so connecting is retried.
   * @throws AppError `unavailable` when baresip has ended, or after `deadlineMs`.
   */
  static async connect(port: number, baresip: ChildProcess, deadlineMs: number): Promise<BaresipControl> {
    const giveUpAtMs = Date.now() + deadlineMs;
    for (;;) {
      const socket = connect(port, '127.0.0.1');
      try {
        await once(socket, 'connect');
        return new BaresipControl(socket);
      } catch (cause) {
        if (baresip.exitCode !== null || Date.now() > giveUpAtMs)
          throw new AppError(
            'unavailable',
            'The phone (baresip) did not start; is one of its ports in use?',
            {
              cause,
            },
          );
        await delay(connectIntervalMs);
      }
    }
  }

  /** Resolves when baresip has carried the command out. @throws AppError `unavailable` when it refuses. */
  async command(command: string, params?: string): Promise<void> {
    const text = JSON.stringify({ command, ...(params === undefined ? {} : { params }) });
    const answered = new Promise<ControlMessage>((resolve) => {
      if (this.#socket.destroyed) resolve(endedAnswer);
      else this.#waiting.push(resolve);
    });
    this.#socket.write(`${Buffer.byteLength(text)}:${text},`);
    const answer = await answered;
    if (answer.ok !== true)
      throw new AppError('unavailable', `The phone refused "${command}": ${answer.data ?? ''}`);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#buffered = Buffer.concat([this.#buffered, chunk]);
    for (;;) {
      const colon = this.#buffered.indexOf(':');
      if (colon < 0) return;
      const end = colon + 1 + Number(this.#buffered.toString('latin1', 0, colon));
      if (this.#buffered.length <= end) return;
      const message = JSON.parse(this.#buffered.toString('utf8', colon + 1, end)) as ControlMessage;
      this.#buffered = this.#buffered.subarray(end + 1);
      if (message.response === true) this.#waiting.shift()?.(message);
      else if (message.type !== undefined) this.events.emit(message.type);
    }
  }
}
