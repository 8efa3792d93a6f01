import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A SIP device that keeps the INVITE it gets and is busy. */
export async function startCuriousDevice(): Promise<{
  sipUri: string;
  /** The first INVITE, whole. */
  invite: Promise<string>;
  stop(): void;
}> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  let tellInvite: (text: string) => void = () => undefined;
  const invite = new Promise<string>((resolve) => (tellInvite = resolve));
  socket.on('message', (data, from) => {
    const request = data.toString();
    const status = { INVITE: '486 Busy Here', OPTIONS: '200 OK' }[request.split(' ')[0] ?? ''];
    if (status === undefined) return;
    if (status.startsWith('486')) tellInvite(request);
    const copied = request.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/i.test(line));
    const answer = [`SIP/2.0 ${status}`, ...copied, 'Content-Length: 0', '', ''].join('\r\n');
    socket.send(answer.replace(/^(To:.*)$/im, '$1;tag=1'), from.port, from.address);
  });
  return {
    sipUri: `sip:curious@127.0.0.1:${socket.address().port}`,
    invite,
    stop: () => void socket.close(),
  };
}
