/**
 * `npm run fuzz -- [--minutes 10] [--seed N]`: starts a gateway and the phone company, holds a call, throws mutated messages at every
 * port, reports on both processes each minute, and ends with one line and exit code 0 or 1.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { describeError } from '../../../src/domain/errors.ts';
import { World } from '../../rig/world.ts';
import { HeldCall } from './held-call.ts';
import { Thrower } from './thrower.ts';
import { findLeaks } from './verdict.ts';
import { findHang, readVitalSigns, type VitalSigns } from './vital-signs.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('usage: npm run fuzz -- [--minutes 10] [--seed 1]');
  process.exit(2);
}

/** Longer than any time-out with which the service or Asterisk lets go of a connection. */
const settleSeconds = 45;
const lookEveryMs = 2_000;

interface Seen extends VitalSigns {
  printedMib: number;
}

const world = await World.open();
const faults: string[] = [];
try {
  const gateway = await world.gateway({ LOG_LEVEL: 'info' });
  const call = await HeldCall.place(gateway);
  let printedBytes = 0;
  const look = async (): Promise<Seen> => {
    for (const line of gateway.output.splice(0)) printedBytes += Buffer.byteLength(line) + 1;
    return { ...(await readVitalSigns(gateway)), printedMib: printedBytes / 2 ** 20 };
  };
  const before = await look();
  console.log(`seed ${seed}, ${minutes} min, a call on hold`);
  print('before', {}, before);

  const thrower = new Thrower(gateway, seed);
  const throwing = thrower.run();
  const endsAtMs = performance.now() + minutes * 60_000;
  let told = 0;
  while (performance.now() < endsAtMs && faults.length === 0) {
    await delay(Math.min(lookEveryMs, Math.max(0, endsAtMs - performance.now())));
    const hang = await findHang(gateway);
    if (hang !== undefined) faults.push(hang);
    const signs = await look();
    const passed = Math.floor((performance.now() - endsAtMs) / 60_000 + minutes);
    if (passed > told) print(`${(told = passed)} min`, thrower.sent, signs);
  }
  thrower.stop();
  await throwing;
  await delay(settleSeconds * 1000);
  const after = await look();
  print('after', thrower.sent, after);
  faults.push(...findLeaks(before, after));
  const status = await call.status();
  if (status !== 'on_hold') faults.push(`the call is ${status}`);
  else await call.hangUp();
  const health = (await (await fetch(`${gateway.url}/health`)).json()) as { status: string; faults: number };
  if (health.status !== 'ok') faults.push(`/health says ${health.status}`);
  if (health.faults > 0) faults.push(`${health.faults} exceptions were caught by nobody`);
  const left = await gateway.leftovers();
  if (left !== '') faults.push(`left over in Asterisk: ${left}`);
} catch (error) {
  faults.push(describeError(error));
} finally {
  await world.close();
}
console.log(faults.length === 0 ? 'PASSED: it lives, and the call was held' : `FAILED: ${faults.join('; ')}`);
process.exit(faults.length === 0 ? 0 : 1);

function print(when: string, sent: Partial<Thrower['sent']>, signs: Seen): void {
  const counts = Object.entries(sent).map(([port, count]) => `${port} ${count}`);
  const { appDescriptors, appResidentMib, asteriskDescriptors, asteriskResidentMib, logMib, printedMib } =
    signs;
  console.log(
    [
      when.padEnd(7),
      `app ${appResidentMib.toFixed(0)} MiB ${appDescriptors} fd`,
      `asterisk ${asteriskResidentMib.toFixed(0)} MiB ${asteriskDescriptors} fd`,
      `log files ${logMib.toFixed(1)} MiB, printed ${printedMib.toFixed(1)} MiB`,
      ...(counts.length > 0 ? [`sent ${counts.join(' ')}`] : []),
    ].join(' | '),
  );
}
