import { createSocket } from 'node:dgram';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { readLiveRecord } from '../../../src/embedded/asterisk-process.ts';
import { gatewayFolders } from '../../../src/embedded/gateway.ts';
import type { RunningGateway } from '../../rig/running-gateway.ts';

export interface VitalSigns {
  appDescriptors: number;
  appResidentMib: number;
  asteriskDescriptors: number;
  asteriskResidentMib: number;
  /** Of every log file. Limiting the service's output is its supervisor's task. */
  logMib: number;
}

const tryEveryMs = 1_000;

/** @throws when either process is gone. */
export async function readVitalSigns(gateway: RunningGateway): Promise<VitalSigns> {
  const asterisk = await asteriskPid(gateway);
  const appPid = await serviceProcess(gateway.pid);
  return {
    appDescriptors: (await readdir(`/proc/${appPid}/fd`)).length,
    appResidentMib: await residentMib(appPid),
    asteriskDescriptors: (await readdir(`/proc/${asterisk}/fd`)).length,
    asteriskResidentMib: await residentMib(asterisk),
    logMib: (await sizeOfLogs(gateway.dataDir)) / 2 ** 20,
  };
}

async function asteriskPid(gateway: RunningGateway): Promise<number> {
  const record = await readLiveRecord(gatewayFolders(gateway.dataDir).recordFile);
  if (record === undefined) throw new Error('Asterisk is gone');
  return record.process.pid;
}

/** `npm start` may run the service as a child of the process that prepares it. */
async function serviceProcess(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  for (const child of children.filter((each) => each !== '')) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('main.ts')) return Number(child);
  }
  return pid;
}

async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function sizeOfLogs(dataDir: string): Promise<number> {
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const logs = files.filter(
    (file) => file.isFile() && path.join(file.parentPath, file.name).includes('/log'),
  );
  const sizes = await Promise.all(
    logs.map((file) =>
      stat(path.join(file.parentPath, file.name)).then(
        ({ size }) => size,
        () => 0, // rotated away meanwhile
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** @returns what does not answer in time, undefined when all does. */
export async function findHang(gateway: RunningGateway, withinSeconds = 5): Promise<string | undefined> {
  const [health, options] = await Promise.all([
    answersHealth(gateway.url, withinSeconds * 1000),
    answersOptions(gateway.sipPort, withinSeconds * 1000),
  ]);
  if (!health) return `/health was not answered within ${withinSeconds} s`;
  return options ? undefined : `OPTIONS was not answered within ${withinSeconds} s`;
}

async function answersHealth(url: string, patienceMs: number): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(patienceMs) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Over UDP, sent again each second; any answer to this very request counts, also one that asks for a password. */
function answersOptions(port: number, patienceMs: number): Promise<boolean> {
  const callId = `ping-${process.hrtime.bigint()}`;
  const socket = createSocket('udp4');
  return new Promise((resolve) => {
    const finish = (answered: boolean): void => {
      clearTimeout(deadline);
      clearInterval(again);
      socket.close();
      resolve(answered);
    };
    const send = (): void => {
      const { port: own } = socket.address();
      socket.send(
        `OPTIONS sip:127.0.0.1:${port} SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:${own};branch=z9hG4bK${callId};rport\r\nMax-Forwards: 70\r\nFrom: <sip:ping@127.0.0.1>;tag=1\r\nTo: <sip:127.0.0.1>\r\nCall-ID: ${callId}\r\nCSeq: 1 OPTIONS\r\nContent-Length: 0\r\n\r\n`,
        port,
        '127.0.0.1',
      );
    };
    const deadline = setTimeout(() => finish(false), patienceMs);
    const again = setInterval(send, tryEveryMs);
    socket.on('error', () => undefined);
    socket.on('message', (bytes) => {
      if (bytes.toString('latin1').includes(callId)) finish(true);
    });
    socket.bind(0, '127.0.0.1', send);
  });
}
