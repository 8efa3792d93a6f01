import { once } from 'node:events';
import { createServer } from 'node:net';
import { isPortFree } from '../../rig/ports.ts';
import { InTurn } from '../../src/async/in-turn.ts';

/** Below Linux's ephemeral range (32768 and up), so that no outgoing connection takes one of these meanwhile. */
const lastPort = 32_000;
const blockPorts = 1_500;
const blockCount = 20;
/** Of one process. They have room for its largest group without going round: a port in another test's RTP range looks free until a call uses it. */
const ownBlocks = 5;

const taking = new InTurn();
const own: number[] = [];
/** In `own`. */
let at = 0;
let nextPort = Infinity;

/** The first of `count` neighbouring ports on 127.0.0.1 that are free for TCP and UDP at this moment, and that no other test is given. */
export function findFreePorts(count = 1): Promise<number> {
  return taking.run(async () => {
    for (let attempt = 0; attempt < 500; attempt++) {
      const first = await take(count);
      if (await areFree(first, count)) return first;
    }
    throw new Error(`no ${count} neighbouring free ports were found`);
  });
}

async function take(count: number): Promise<number> {
  if (nextPort + count > (own[at] ?? 0) + blockPorts) {
    if (own.length < ownBlocks) await claimBlock();
    const next = (at + 1) % own.length;
    const block = own[next];
    if (block === undefined) throw new Error('other runs of tests have all ports');
    [at, nextPort] = [next, block + 1];
  }
  nextPort += count;
  return nextPort - count;
}

/**
 * Several runs of tests may be under way on this machine. Who listens on the first port of a block has the block until its process ends.
 * Groups that run side by side (test/run.ts) begin to look at places far from each other.
 */
async function claimBlock(): Promise<void> {
  const begin = Number(process.env['TEST_LANE'] ?? 0) * ownBlocks;
  for (let n = 0; n < blockCount; n++) {
    const first = lastPort - (((begin + n) % blockCount) + 1) * blockPorts;
    const mark = createServer((visit) => visit.destroy()).unref();
    try {
      mark.listen({ host: '127.0.0.1', port: first, exclusive: true });
      await once(mark, 'listening');
    } catch {
      continue; // another process has it
    }
    own.push(first);
    return;
  }
}

/** Ports on which Chromium opens no page (Fetch standard, bad port). */
const badPorts = [
  2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
];

async function areFree(first: number, count: number): Promise<boolean> {
  if (badPorts.some((port) => first <= port && port < first + count)) return false;
  for (let port = first; port < first + count; port++) if (!(await isPortFree(port))) return false;
  return true;
}
