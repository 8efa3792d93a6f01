import { createHash, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** A phone that does as few do: its contact leads to another host, or it answers no OPTIONS. */
export interface StrayingPhone {
  /** Whether a call went there. */
  readonly invited: () => boolean;
  stop(): Promise<void>;
}

const elsewhere = '127.0.0.2';

/**
 * Registers at 127.0.0.1.
 * @param options.parameter of its contact, in which `HOST` becomes the other host; without it the contact is right.
 */
export async function startStrayingPhone(options: {
  readonly user: string;
  readonly password: string;
  readonly registrarPort: number;
  readonly parameter?: string;
  readonly answersOptions?: boolean;
}): Promise<StrayingPhone> {
  const [phone, other] = [createSocket('udp4'), createSocket('udp4')];
  await Promise.all([bind(phone, '127.0.0.1'), bind(other, elsewhere, phone)]);
  let isInvited = false;
  for (const socket of [phone, other])
    socket.on('message', (message, from) => {
      const request = message.toString();
      if (request.startsWith('INVITE')) isInvited = true;
      if (request.startsWith('OPTIONS') && options.answersOptions !== false)
        socket.send(okTo(request), from.port, from.address);
    });
  await register(phone, options);
  return {
    invited: () => isInvited,
    async stop() {
      for (const socket of [phone, other]) {
        socket.close();
        await once(socket, 'close');
      }
    },
  };
}

/** @param likewise bound to the same port. */
async function bind(socket: Socket, host: string, likewise?: Socket): Promise<void> {
  if (likewise !== undefined) await once(likewise, 'listening');
  socket.bind(likewise?.address().port ?? 0, host);
  await once(socket, 'listening');
}

async function register(
  socket: Socket,
  { user, password, registrarPort, parameter = '' }: Parameters<typeof startStrayingPhone>[0],
): Promise<void> {
  const { port } = socket.address();
  const uri = `sip:127.0.0.1:${registrarPort}`;
  const contact = `sip:${user}@127.0.0.1:${port}${parameter.replace('HOST', elsewhere)}`;
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
  const send = (sequence: number, authorization = ''): Promise<string> => {
    const request = [
      `REGISTER ${uri} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${randomBytes(6).toString('hex')};rport`,
      'Max-Forwards: 70',
      `From: <sip:${user}@127.0.0.1>;tag=1`,
      `To: <sip:${user}@127.0.0.1>`,
      `Call-ID: ${user}-${port}`,
      `CSeq: ${sequence} REGISTER`,
      `Contact: <${contact}>`,
      ...(authorization === '' ? [] : [`Authorization: Digest ${authorization}`]),
      'Content-Length: 0',
    ];
    const answered = new Promise<string>((resolve) => {
      const take = (message: Buffer): void => {
        if (!message.toString().includes(`CSeq: ${sequence} REGISTER`)) return;
        socket.off('message', take);
        resolve(message.toString());
      };
      socket.on('message', take);
    });
    socket.send(`${request.join('\r\n')}\r\n\r\n`, registrarPort, '127.0.0.1');
    return answered;
  };
  const challenge = await send(1);
  const [realm = '', nonce = ''] = ['realm', 'nonce'].map(
    (name) => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1],
  );
  const [nc, cnonce] = ['00000001', 'a'];
  const secret = md5(`${user}:${realm}:${password}`);
  const response = md5(`${secret}:${nonce}:${nc}:${cnonce}:auth:${md5(`REGISTER:${uri}`)}`);
  const answer = await send(
    2,
    `username="${user}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}", algorithm=MD5, ` +
      `qop=auth, nc=${nc}, cnonce="${cnonce}"`,
  );
  if (!answer.startsWith('SIP/2.0 200')) throw new Error(`not registered: ${answer}`);
}

function okTo(request: string): string {
  const copied = request.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/i.test(line));
  return ['SIP/2.0 200 OK', ...copied, 'Content-Length: 0', '', ''].join('\r\n');
}
