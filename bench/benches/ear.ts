import { setTimeout as wait } from 'node:timers/promises';
import { AsteriskLeg } from '../../src/asterisk/legs/asterisk-leg.ts';
import type { Leg } from '../../src/calls/telephony.ts';
import { hear } from '../../test/asterisk/hear.ts';
import { type Stage as Telephone, eventually, follow, setStage } from '../../test/asterisk/stage.ts';
import type { Bench, Stage } from '../bench.ts';
import { readUsage } from '../process-usage.ts';
import type { Report } from '../report.ts';
import { percent } from '../report.ts';
import { median } from '../statistics.ts';

const calls = 15;
/** The ARI application of the telephony. */
const appName = 'holdfast';
const holdNumber = '+12025550108';
/** Longer than it takes until an idle leg is heard without a snoop. */
const settleMs = 14_000;
const windows = 5;
const windowMs = 10_000;

interface Way {
  name: string;
  /** Linear audio in both directions, instead of µ-law towards the app alone. */
  isLinear?: boolean;
  snoops: boolean;
  sendsSilence: boolean;
}

const ways: readonly [Way, ...Way[]] = [
  { name: 'a snoop, linear audio, both directions', isLinear: true, snoops: true, sendsSilence: true },
  { name: 'a snoop beside the media channel', snoops: true, sendsSilence: true },
  { name: 'the leg itself beside the media channel', snoops: false, sendsSilence: true },
  { name: 'the same, no silence sent to the far end', snoops: false, sendsSilence: false },
];

/** Measures what it costs Asterisk to let the app hear a call, by the path of the audio. */
export const ear: Bench = {
  name: 'ear',
  title: 'What hearing a held call costs Asterisk',
  async run(stage) {
    const telephones = [];
    for (const way of ways) telephones.push(await open(stage, way));
    stage.progress('measuring');
    const shares = ways.map((): number[] => []);
    for (let window = 0; window < windows; window++) {
      const used = await Promise.all(telephones.map((one) => cpuSeconds(one)));
      const beganAtMs = performance.now();
      await wait(windowMs);
      const usedThen = await Promise.all(telephones.map((one) => cpuSeconds(one)));
      const tookSeconds = (performance.now() - beganAtMs) / 1_000;
      for (const [index, share] of shares.entries())
        share.push(((usedThen[index] ?? NaN) - (used[index] ?? NaN)) / tookSeconds / calls);
    }
    return report(shares);
  },
};

async function open(stage: Stage, way: Way): Promise<Telephone> {
  stage.progress(`${calls} calls: ${way.name}`);
  const telephone = stage.owns(await setStage());
  for (let call = 0; call < calls; call++) {
    const leg = await telephone.telephony.dialFar(`call_${call}`, holdNumber, { timeoutSeconds: 20 });
    await follow(leg).until('answered');
    if (way.sendsSilence) await leg.sendSilence();
    if (way.isLinear === true) await hearLinear(telephone, leg);
    else {
      if (way.snoops) keepSnoop(leg);
      await hear(telephone, leg);
    }
  }
  // Before the next one is opened: ari-client has one password for all connections of a process.
  await wait(settleMs);
  const channels = (await telephone.ari('channels')) as { id: string }[];
  const snoops = channels.filter(({ id }) => id.includes('.snoop.')).length;
  if (snoops !== (way.snoops ? calls : 0)) throw new Error(`${snoops} snoops of ${calls}: ${way.name}`);
  return telephone;
}

/** Attends the leg first, so that it stays where it is and is heard through the snoop. */
function keepSnoop(leg: Leg): void {
  if (!(leg instanceof AsteriskLeg)) throw new Error('not a leg of Asterisk');
  leg.sending.attend({ release: async () => undefined, idle: () => undefined });
}

/** The received audio is not decoded, which costs Asterisk nothing. */
async function hearLinear(telephone: Telephone, { id }: Leg): Promise<void> {
  const [snoop, line, bridge] = [`${id}.snoop.linear`, `${id}.media.linear`, `${id}.ear.linear`];
  let opened: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => (opened = resolve));
  const { media } = telephone;
  await media.expect(line, media.createListener(undefined), { onOpen: opened, onClose: () => undefined });
  await telephone.ari(`bridges/${bridge}?type=mixing`, 'POST');
  await telephone.ari(`channels/${id}/snoop/${snoop}?spy=in&app=${appName}&appArgs=snoop`, 'POST');
  const linear = 'external_host=media&transport=websocket&encapsulation=none&format=slin';
  await telephone.ari(`channels/externalMedia?channelId=${line}&app=${appName}&${linear}`, 'POST');
  await isOpen;
  for (const channel of [snoop, line])
    await eventually(async () => {
      await telephone.ari(`bridges/${bridge}/addChannel?channel=${channel}`, 'POST');
      return ((await telephone.ari(`bridges/${bridge}`)) as { channels: string[] }).channels.includes(
        channel,
      );
    }, `${channel} is in its bridge`);
}

async function cpuSeconds(telephone: Telephone): Promise<number> {
  return (await readUsage(telephone.gateway.pid)).cpuSeconds;
}

/** The median of the ratios, and their range. */
function compared(own: readonly number[], base: readonly number[]): string[] {
  const ratios = own.map((share, window) => share / (base[window] ?? NaN));
  return [median(ratios).toFixed(2), `${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}`];
}

function report(shares: readonly number[][]): Report {
  const [linear = [], snoop = []] = shares;
  return {
    goals: [],
    tables: [
      {
        columns: [
          'Asterisk, % of one core for each call',
          'median',
          'to the first',
          'of windows',
          'to the second',
          'of windows',
        ],
        rows: ways.map(({ name }, index) => {
          const own = shares[index] ?? [];
          return [name, percent(median(own), 2), ...compared(own, linear), ...compared(own, snoop)];
        }),
      },
    ],
    notes: [
      `Each way has an Asterisk of its own with ${calls} calls; all are measured in the same ${windows} windows of ${windowMs / 1_000} s, so only the ratios mean something on a busy machine.`,
      'Everything that a held call needs of Asterisk is in it, not the audio alone.',
    ],
  };
}
