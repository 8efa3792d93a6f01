import { isPortFree } from '../../rig/ports.ts';

/** Below Linux's ephemeral range (32768 and up), so that no outgoing connection takes one of these meanwhile. */
const lastPort = 32_000;
const lanePorts = 7_500;

/**
 * Groups of tests run side by side (test/run.ts); each lane has its own ports, enough for its largest group without
 * wrapping round: a port in another test's RTP range looks free until a call uses it.
 */
const firstPort = lastPort - lanePorts * (1 + Number(process.env['TEST_LANE'] ?? 0));
let nextPort = firstPort;

/** The first of `count` neighbouring ports on 127.0.0.1 that are free for TCP and UDP at this moment. */
export async function findFreePorts(count = 1): Promise<number> {
  for (let attempt = 0; attempt < 500; attempt++) {
    if (nextPort + count > firstPort + lanePorts) nextPort = firstPort;
    const first = nextPort;
    nextPort += count;
    if (await areFree(first, count)) return first;
  }
  throw new Error(`no ${count} neighbouring free ports were found`);
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
