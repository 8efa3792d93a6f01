/**
 * `npm run bench`: measures the service as its users would meet it, on loopback, and writes the figures into
 * docs/. Arguments name single benchmarks; `--no-write` only prints.
 */
import { type Bench, Stage } from './bench.ts';
import { browserPhone } from './benches/browser-phone.ts';
import { detector } from './benches/detector.ts';
import { dial } from './benches/dial.ts';
import { ear } from './benches/ear.ts';
import { eventStream } from './benches/event-stream.ts';
import { handOver } from './benches/hand-over.ts';
import { heldCalls } from './benches/held-calls.ts';
import { kills } from './benches/kills.ts';
import { menuFiles } from './benches/menu-files.ts';
import { menuSounds } from './benches/menu-sounds.ts';
import { menuTexts } from './benches/menu-texts.ts';
import { menus } from './benches/menus.ts';
import { soak } from './benches/soak.ts';
import { speech } from './benches/speech.ts';
import { startUp } from './benches/start-up.ts';
import { describeMachine, loadAverage } from './machine.ts';
import { publish } from './docs-page.ts';
import type { Report } from './report.ts';
import { isMet, renderReport } from './report.ts';

const all: readonly Bench[] = [
  startUp,
  dial,
  handOver,
  browserPhone,
  heldCalls,
  ear,
  detector,
  speech,
  menus,
  menuTexts,
  menuFiles,
  menuSounds,
  eventStream,
  kills,
  soak,
];

const args = process.argv.slice(2);
const writes = !args.includes('--no-write');
const names = args.filter((arg) => arg !== '--no-write');
const unknown = names.filter((name) => !all.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(
    `no such benchmark: ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}

const stage = new Stage((line) => console.log(`… ${line}`));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stage.clear().then(() => process.exit(130)));

let missed = 0;
for (const bench of all.filter(({ name, takesLong }) =>
  names.length === 0 ? takesLong !== true : names.includes(name),
)) {
  console.log(`\n== ${bench.title}`);
  const load = loadAverage();
  let report: Report;
  try {
    report = await bench.run(stage);
  } finally {
    await stage.clear();
  }
  const date = new Date().toISOString().slice(0, 10);
  const origin = `\`npm run bench -- ${bench.name}\`, ${date}, ${describeMachine()}; load average before ${load.toFixed(1)}, after ${loadAverage().toFixed(1)}`;
  const figures = `${origin}\n\n${renderReport(report)}`;
  console.log(`\n${figures}`);
  if (writes) await publish(bench.name, figures, bench.page ?? 'performance.md');
  missed += report.goals.filter((goal) => !isMet(goal)).length;
}
if (missed > 0) console.log(`\n${missed} goals missed`);
// A socket that is slow to close must not keep a finished run.
process.exit(0);
