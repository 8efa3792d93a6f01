import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A SIP device that records its requests and is busy, or rings until the caller gives up. */
export async function startCuriousDevice(behaviour: 'busy' | 'ring' = 'busy'): Promise<{
  sipUri: string;
  /** The first INVITE, whole. */
  invite: Promise<string>;
  /** The first CANCEL, whole. */
  cancel: Promise<string>;
  stop(): void;
}> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const kept = new Map<string, (text: string) => void>();
  const first = (method: string): Promise<string> => new Promise((resolve) => kept.set(method, resolve));
  const [invite, cancel] = [first('INVITE'), first('CANCEL')];
  const statuses: Record<string, string> = {
    INVITE: behaviour === 'busy' ? '486 Busy Here' : '180 Ringing',
    CANCEL: '200 OK',
    OPTIONS: '200 OK',
  };
  socket.on('message', (data, from) => {
    const request = data.toString();
    const method = request.split(' ')[0] ?? '';
    kept.get(method)?.(request);
    const send = (status: string, text: string): void => {
      const copied = text.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/i.test(line));
      const answer = [`SIP/2.0 ${status}`, ...copied, 'Content-Length: 0', '', ''].join('\r\n');
      socket.send(answer.replace(/^(To:.*)$/im, '$1;tag=1'), from.port, from.address);
    };
    const status = statuses[method];
    if (status !== undefined) send(status, request);
    // The CANCEL has the CSeq number of the INVITE that it ends (RFC 3261 section 9.1).
    if (method === 'CANCEL')
      send('487 Request Terminated', request.replace(/^(CSeq: \d+) .*$/im, '$1 INVITE'));
  });
  return {
    sipUri: `sip:curious@127.0.0.1:${socket.address().port}`,
    invite,
    cancel,
    stop: () => void socket.close(),
  };
}
