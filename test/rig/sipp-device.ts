import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openSipp } from '../../rig/sip-programs.ts';
import { findFreePorts } from './free-ports.ts';
import { patienceSeconds } from './patience.ts';

/** What the device does with a call: 486, 603, 180 until the caller gives up, or 200 and silence until a BYE. */
export type SippBehaviour = 'busy' | 'reject' | 'ring' | 'answer';

export interface SippDevice {
  readonly sipUri: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const defaultRingMs = 300;
const startDeadlineMs = patienceSeconds * 1000;
const stopDeadlineMs = 2_000;

/** Starts a SIP device on loopback that treats every call alike and answers OPTIONS, so that it counts as online. */
export async function startSippDevice(options: {
  readonly behaviour: SippBehaviour;
  /** How long it rings before it does so. */
  readonly ringMs?: number;
  readonly port?: number;
  readonly user?: string;
}): Promise<SippDevice> {
  const program = await openSipp(() => undefined);
  const port = options.port ?? (await findFreePorts());
  const mediaPort = await findFreePorts(4);
  const controlPort = await findFreePorts();
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-sipp-'));
  const scenario = join(folder, 'scenario.xml');
  await writeFile(scenario, scenarioOf(options.behaviour, options.ringMs ?? defaultRingMs));
  const args = ['-sf', scenario, '-i', '127.0.0.1', '-p', String(port), '-mi', '127.0.0.1'];
  args.push('-mp', String(mediaPort), '-cp', String(controlPort), '-nostdin', '-aa', '-nd', '-skip_rlimit');
  const child = spawn(program.command, [...program.leadingArgs, ...args], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, TERM: 'dumb' },
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    await endProcess(child, ended);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilAnswering(port, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { sipUri: `sip:${options.user ?? 'device'}@127.0.0.1:${port}`, pid: child.pid ?? 0, stop };
}

/** Sends OPTIONS until it answers, as the gateway will. */
async function waitUntilAnswering(port: number, child: ChildProcess): Promise<void> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const answered = once(socket, 'message').then(() => true);
  socket.on('error', () => undefined);
  const deadline = Date.now() + startDeadlineMs;
  try {
    for (let attempt = 1; Date.now() < deadline && child.exitCode === null; attempt++) {
      socket.send(optionsRequest(port, socket.address().port, attempt), port, '127.0.0.1');
      if (await Promise.race([answered, delay(100, false)])) return;
    }
    throw new Error(`sipp did not start (exit code ${child.exitCode})`);
  } finally {
    socket.close();
  }
}

function optionsRequest(port: number, ownPort: number, attempt: number): string {
  return [
    `OPTIONS sip:device@127.0.0.1:${port} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${ownPort};branch=z9hG4bK-probe-${ownPort}-${attempt}`,
    `From: <sip:probe@127.0.0.1:${ownPort}>;tag=${attempt}`,
    `To: <sip:device@127.0.0.1:${port}>`,
    `Call-ID: probe-${ownPort}-${attempt}`,
    'CSeq: 1 OPTIONS',
    'Max-Forwards: 70',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}

async function endProcess(child: ChildProcess, ended: Promise<unknown[]>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const gone = await Promise.race([ended.then(() => true), delay(stopDeadlineMs, false, { ref: false })]);
  if (gone) return;
  child.kill('SIGKILL');
  await ended;
}

function scenarioOf(behaviour: SippBehaviour, ringMs: number): string {
  const ringing = reply('180 Ringing', { tag: true }) + `<pause milliseconds="${ringMs}"/>`;
  const steps: Record<SippBehaviour, string> = {
    busy: ringing + reply('486 Busy Here', { tag: true }) + '<recv request="ACK"/>',
    reject: ringing + reply('603 Decline', { tag: true }) + '<recv request="ACK"/>',
    ring:
      reply('180 Ringing', { tag: true }) +
      '<recv request="CANCEL"/>' +
      reply('200 OK', {}) +
      reply('487 Request Terminated', { tag: true, cancelled: true }) +
      '<recv request="ACK"/>',
    answer:
      ringing +
      reply('200 OK', { tag: true, sdp: true }) +
      '<recv request="ACK"/><recv request="BYE"/>' +
      reply('200 OK', {}),
  };
  return `<?xml version="1.0" encoding="ISO-8859-1" ?>
<scenario name="${behaviour}"><recv request="INVITE"><action>
<ereg regexp=".*" search_in="hdr" header="Via:" assign_to="via"/>
<ereg regexp="[0-9]+ INVITE" search_in="hdr" header="CSeq:" assign_to="cseq"/>
</action></recv>${steps[behaviour]}<Reference variables="via,cseq"/></scenario>
`;
}

/** A response. The one that ends a cancelled INVITE answers the INVITE, not the CANCEL received last (RFC 3261, 9.2). */
function reply(status: string, how: { tag?: boolean; sdp?: boolean; cancelled?: boolean }): string {
  const via = how.cancelled ? 'Via:[$via]' : '[last_Via:]';
  const cseq = how.cancelled ? 'CSeq: [$cseq]' : '[last_CSeq:]';
  const sdp = `v=0
o=- 1 1 IN IP4 [local_ip]
s=-
c=IN IP4 [media_ip]
t=0 0
m=audio [media_port] RTP/AVP 0
a=rtpmap:0 PCMU/8000
`;
  return `<send><![CDATA[
SIP/2.0 ${status}
${via}
[last_From:]
[last_To:]${how.tag ? ';tag=[call_number]' : ''}
[last_Call-ID:]
${cseq}
Contact: <sip:device@[local_ip]:[local_port]>
${how.sdp ? 'Content-Type: application/sdp\n' : ''}Content-Length: [len]

${how.sdp ? sdp : ''}]]></send>`;
}
