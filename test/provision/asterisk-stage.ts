import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedAsterisk, type GatewayOptions, startGateway } from '../../src/embedded/gateway.ts';
import { findFreePorts } from '../rig/free-ports.ts';

/** Settings of a gateway on free ports. */
export async function freeGatewayOptions(dataDir: string): Promise<GatewayOptions> {
  const firstPort = await findFreePorts(21);
  const rtpPortStart = firstPort + (firstPort % 2); // RTP takes even ports (RFC 3550, section 11)
  return {
    dataDir,
    ariPort: await findFreePorts(),
    mediaPort: await findFreePorts(),
    sipHost: '127.0.0.1',
    sipPort: await findFreePorts(),
    rtpPortStart,
    rtpPortEnd: rtpPortStart + 19,
    progress: () => undefined,
  };
}

/** Gives a gateway on free ports to `work`, ends it whatever happens and removes its folder. */
export async function withGateway(
  work: (gateway: EmbeddedAsterisk, options: GatewayOptions) => Promise<void>,
): Promise<void> {
  await withDataDir(async (dataDir) => {
    const options = await freeGatewayOptions(dataDir);
    const gateway = await startGateway(options);
    try {
      await work(gateway, options);
    } finally {
      await gateway.stop();
    }
  });
}

export async function withDataDir(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hf-prov-'));
  try {
    await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Status and body of an ARI request with the gateway's own login, or another password. */
export async function askAri(
  gateway: EmbeddedAsterisk,
  path: string,
  password = gateway.ariPassword,
): Promise<{ status: number; body: string }> {
  const login = Buffer.from(`${gateway.ariUsername}:${password}`).toString('base64');
  const answer = await fetch(`${gateway.ariUrl}/ari${path}`, {
    headers: { authorization: `Basic ${login}` },
  });
  return { status: answer.status, body: await answer.text() };
}

/** Processes whose command line names the folder. */
export function processesUsing(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => commandLine(pid).includes(folder))
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // it ended meanwhile
  }
}
