import { connect, type Socket } from 'node:net';
import { AppError } from '../domain/errors.ts';

/**
 * Wyoming, the protocol of Home Assistant's voice services: a line of JSON, then `data_length` bytes of JSON and `payload_length` bytes of
 * audio, if the line gives these lengths.
 */
export interface WyomingEvent {
  type: string;
  data: Record<string, unknown>;
  payload: Buffer;
}

/** More than any server of this protocol sends. */
const maxHeaderBytes = 64 * 1024;
const maxDataBytes = 1024 * 1024;
const maxPayloadBytes = 16 * 1024 * 1024;

export function encodeWyoming(type: string, data: Record<string, unknown>, payload?: Buffer): Buffer {
  const header = { type, data, ...(payload === undefined ? {} : { payload_length: payload.length }) };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  return payload === undefined ? line : Buffer.concat([line, payload]);
}

/** Turns bytes, as they arrive, into whole events. */
export class WyomingReader {
  #rest: Buffer = Buffer.alloc(0);
  /** Joined only once an event is complete: a long one arrives in hundreds of pieces. */
  #pieces: Buffer[] = [];
  #unreadBytes = 0;
  /** The end of the event that has begun. */
  #neededBytes = 0;

  /** @throws AppError `bad_upstream` for anything but Wyoming. */
  take(bytes: Buffer): WyomingEvent[] {
    this.#pieces.push(bytes);
    this.#unreadBytes += bytes.length;
    if (this.#unreadBytes < this.#neededBytes) return [];
    this.#rest = Buffer.concat([this.#rest, ...this.#pieces]);
    this.#pieces = [];
    const events: WyomingEvent[] = [];
    for (let event = this.#next(); event !== undefined; event = this.#next()) events.push(event);
    this.#unreadBytes = this.#rest.length;
    return events;
  }

  #next(): WyomingEvent | undefined {
    this.#neededBytes = 0;
    const end = this.#rest.indexOf(10);
    if (end < 0 && this.#rest.length > maxHeaderBytes) throw garbage('a line without an end');
    if (end < 0) return undefined;
    const header = parse(this.#rest.subarray(0, end));
    const dataBytes = lengthOf(header['data_length'], maxDataBytes);
    const payloadBytes = lengthOf(header['payload_length'], maxPayloadBytes);
    const from = end + 1;
    this.#neededBytes = from + dataBytes + payloadBytes;
    if (this.#rest.length < this.#neededBytes) return undefined;
    const further = dataBytes === 0 ? {} : parse(this.#rest.subarray(from, from + dataBytes));
    const payload = Buffer.from(this.#rest.subarray(from + dataBytes, from + dataBytes + payloadBytes));
    this.#rest = this.#rest.subarray(this.#neededBytes);
    const inline = header['data'];
    const data = { ...(isObject(inline) ? inline : {}), ...further };
    return { type: String(header['type']), data, payload };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (isObject(value)) return value;
  } catch {
    // Reported below.
  }
  throw garbage('a line that is not a JSON object');
}

function lengthOf(value: unknown, max: number): number {
  if (value === undefined || value === null) return 0;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > max)
    throw garbage('an impossible length');
  return value;
}

/** Of the text of an error: what a person can read in a list of events. */
const maxFaultLength = 200;

/** The failure that the server reports with an event of the type `error`, in one short line. */
export function faultIn({ data }: WyomingEvent): AppError {
  const { text } = data;
  const line = typeof text === 'string' ? text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim() : '';
  const cut =
    line.length > maxFaultLength
      ? `${line
          .slice(0, maxFaultLength)
          .replace(/\p{Cs}$/u, '')
          .trimEnd()}…`
      : line;
  return new AppError(
    'unavailable',
    cut === '' ? 'the Wyoming server reports an error' : `the Wyoming server says: ${cut}`,
  );
}

function garbage(what: string): AppError {
  return new AppError('bad_upstream', `the Wyoming server sent ${what}`);
}

/**
 * Asks one question and hands every event of the answer to `take` until that returns true.
 * @throws AppError `unavailable`, `bad_upstream`
 */
export function askWyoming(
  { host, port }: { host: string; port: number },
  question: Buffer,
  take: (event: WyomingEvent) => boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const where = `${host}:${port}`;
    const reader = new WyomingReader();
    const socket: Socket = connect({ host, port, signal }, () => socket.write(question));
    let isDone = false;
    const end = (error?: Error): void => {
      if (isDone) return;
      isDone = true;
      socket.destroy();
      if (error === undefined) resolve();
      else reject(error);
    };
    socket.on('data', (bytes: Buffer) => {
      try {
        if (reader.take(bytes).some(take)) end();
      } catch (error) {
        end(error instanceof Error ? error : new Error(String(error)));
      }
    });
    socket.on('error', (cause) =>
      end(
        new AppError('unavailable', `the Wyoming server ${where} cannot be reached: ${cause.message}`, {
          cause,
        }),
      ),
    );
    socket.on('close', () => end(new AppError('unavailable', `the Wyoming server ${where} hung up`)));
  });
}
