import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify, type JWTPayload } from 'jose';
import { patienceSeconds } from './patience.ts';

export interface PushedNote {
  kind: string;
  call_id: string;
  title: string;
  text: string;
}

/** One message as the push service received it and the browser decrypted it. */
export interface Pushed {
  note: PushedNote;
  headers: IncomingHttpHeaders;
  /** What the sender said about itself (RFC 8292); its signature was valid. */
  claims: JWTPayload;
  bytes: number;
}

/** A push service (RFC 8030) with one browser behind it, which holds the keys (RFC 8291). */
export class PushReceiver {
  readonly got: Pushed[] = [];
  /** Status codes of the next answers; 201 after that. */
  readonly answers: number[] = [];
  /** Answers nothing while it is set. */
  isSilent = false;
  readonly #server: Server;
  readonly #ecdh = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly #faults: unknown[] = [];
  #url = '';
  #look: () => void = () => undefined;

  private constructor() {
    this.#ecdh.generateKeys();
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (this.isSilent) return;
        this.#take(request.headers, Buffer.concat(chunks))
          .catch((error: unknown) => this.#faults.push(error))
          .finally(() => {
            response.writeHead(this.answers.shift() ?? 201, { Location: `${this.url}/message` }).end();
            this.#look();
          });
      });
    });
  }

  static async open(): Promise<PushReceiver> {
    const receiver = new PushReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    receiver.#url = `http://127.0.0.1:${(receiver.#server.address() as AddressInfo).port}`;
    return receiver;
  }

  get url(): string {
    return this.#url;
  }

  /** In the form of `PushSubscription.toJSON()`. */
  subscription(path = 'one'): { endpoint: string; keys: { p256dh: string; auth: string } } {
    const p256dh = this.#ecdh.getPublicKey().toString('base64url');
    return { endpoint: `${this.url}/${path}`, keys: { p256dh, auth: this.#auth.toString('base64url') } };
  }

  /** Resolves with the first message that fits; one that cannot be decrypted fails the test. */
  async until(fits: (pushed: Pushed) => boolean, seconds = patienceSeconds): Promise<Pushed> {
    const deadline = AbortSignal.timeout(seconds * 1000);
    for (;;) {
      if (this.#faults.length > 0) throw this.#faults[0];
      const found = this.got.find(fits);
      if (found !== undefined) return found;
      await new Promise<void>((resolve, reject) => {
        this.#look = resolve;
        deadline.addEventListener('abort', () =>
          reject(
            new Error(`no such message; there were ${JSON.stringify(this.got.map(({ note }) => note))}`),
          ),
        );
      });
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(headers: IncomingHttpHeaders, body: Buffer): Promise<void> {
    const claims = await this.#verify(String(headers.authorization));
    const note = JSON.parse(this.#open(body).toString()) as PushedNote;
    this.got.push({ note, headers, claims, bytes: body.length });
  }

  async #verify(authorization: string): Promise<JWTPayload> {
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
    const { payload } = await jwtVerify(token, publicKey, { audience: this.url });
    return payload;
  }

  /** RFC 8291, section 3.4, over RFC 8188 with one record. */
  #open(body: Buffer): Buffer {
    const salt = body.subarray(0, 16);
    const idLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + idLength);
    const sealed = body.subarray(21 + idLength);
    const expand = (key: Buffer, from: Buffer, info: Buffer, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', key, from, info, length));
    const own = this.#ecdh.getPublicKey();
    const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
    const material = expand(this.#ecdh.computeSecret(sender), this.#auth, keyInfo, 32);
    const key = expand(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = expand(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const opening = createDecipheriv('aes-128-gcm', key, nonce);
    opening.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()]);
    return plain.subarray(0, plain.lastIndexOf(2));
  }
}
