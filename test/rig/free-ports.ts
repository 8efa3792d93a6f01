import { isPortFree } from '../../src/demo/ports.ts';

/** Below Linux's ephemeral range (32768 and up), so that no outgoing connection takes one of these meanwhile. */
const FIRST_PORT = 21_000;
const LAST_PORT = 32_000;

/** Spread by process, so that test files that run side by side seldom try the same ports. */
let nextPort = FIRST_PORT + ((process.pid * 131) % (LAST_PORT - FIRST_PORT));

/** The first of `count` neighbouring ports on 127.0.0.1 that are free for TCP and UDP at this moment. */
export async function findFreePorts(count = 1): Promise<number> {
  for (let attempt = 0; attempt < 500; attempt++) {
    if (nextPort + count > LAST_PORT) nextPort = FIRST_PORT;
    const first = nextPort;
    nextPort += count;
    if (await areFree(first, count)) return first;
  }
  throw new Error(`no ${count} neighbouring free ports were found`);
}

async function areFree(first: number, count: number): Promise<boolean> {
  for (let port = first; port < first + count; port++) if (!(await isPortFree(port))) return false;
  return true;
}
