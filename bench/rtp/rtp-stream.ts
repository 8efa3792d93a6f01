import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { frameSamples } from './tone.ts';

const frameMs = 20;
const headerBytes = 12;
const payloadTypeMulaw = 0;

/** Where the audio is sent. */
export interface RtpAddress {
  host: string;
  port: number;
}

/** One side of a call's audio: sends a frame of µ-law every 20 ms and hands over every frame that arrives. */
export class RtpStream {
  readonly port: number;
  onFrame: (frame: Uint8Array, receivedAtMs: number) => void = () => undefined;
  readonly #socket: Socket;
  #timer: NodeJS.Timeout | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.port = socket.address().port;
    socket.on('message', (packet) => {
      if (packet.length <= headerBytes || ((packet[1] ?? 0) & 0x7f) !== payloadTypeMulaw) return;
      this.onFrame(packet.subarray(headerBytes), performance.now());
    });
    socket.on('error', () => undefined); // a peer that is gone already refuses packets
  }

  static async open(): Promise<RtpStream> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new RtpStream(socket);
  }

  /** @param nextFrame writes the frame with this index into `frame`. */
  start(to: RtpAddress, nextFrame: (frame: Uint8Array, index: number) => void): void {
    const packet = Buffer.alloc(headerBytes + frameSamples);
    const beganAtMs = performance.now();
    packet[0] = 0x80; // version 2
    packet.writeUInt32BE(this.port, 8); // any number that no other stream of this call has
    let index = 0;
    const send = (): void => {
      // After a pause of the event loop, everything due is sent, as a phone's own clock would do.
      while (beganAtMs + index * frameMs <= performance.now()) {
        packet[1] = payloadTypeMulaw;
        packet.writeUInt16BE(index & 0xffff, 2);
        packet.writeUInt32BE((index * frameSamples) >>> 0, 4);
        nextFrame(packet.subarray(headerBytes), index);
        this.#socket.send(Buffer.from(packet), to.port, to.host);
        index += 1;
      }
      this.#timer = setTimeout(send, beganAtMs + index * frameMs - performance.now());
    };
    send();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#socket.close();
  }
}
