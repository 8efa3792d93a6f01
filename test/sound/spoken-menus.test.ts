import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { World } from '../rig/world.ts';

const test = suite('menus that no flow knows, spoken by the phone company');

const world = await World.open();
const gateway = await world.gateway({ STT_ENGINE: 'pocketsphinx', MAX_CONCURRENT_CALLS: '3' });

/** What the owner wants, and the queue that is for it. */
const intents: readonly [intent: string, queue: string][] = [
  ['change the password of my messages', 'password'],
  ['forward calls on busy to a telephone number', 'busy-number'],
  ['call forwarding on no answer to my extension', 'no-answer-extension'],
  ['unconditional call forwarding to an agent', 'unconditional-agent'],
  ['opening hours', 'hours'],
  ['complain about a rude driver', 'operator'],
];

interface Reached {
  intent: string;
  wanted: string;
  reached: string;
  keys: string[];
  heard: string[];
}

async function explore(intent: string, wanted: string, index: number): Promise<Reached> {
  const number = `+1202555015${index}`;
  const call = await CallStory.place(gateway, { number, intent });
  await call.untilStatus('transferring', 150).catch(() => undefined);
  const globals = await world.company.runCli('dialplan show globals');
  await call.hangUp();
  return {
    intent,
    wanted,
    reached: new RegExp(`REACHED_${number.slice(1)}=(\\S+)`).exec(globals)?.[1] ?? '',
    keys: call.typesOf('menu_option_chosen').map(({ data }) => String(data['digits'])),
    heard: call.typesOf('ivr_menu_detected').map(({ data }) => JSON.stringify(data['options'])),
  };
}

test('most intents reach their queue, the others a person, and none goes round for ever', async () => {
  const all: Reached[] = [];
  const waiting = intents.map(
    ([intent, queue], index) =>
      () =>
        explore(intent, queue, index),
  );
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) all.push(await next());
  };
  await Promise.all([lane(), lane()]);
  const right = all.filter(({ reached, wanted }) => reached === wanted);
  const told = all.map((each) => JSON.stringify(each)).join('\n');
  if (process.env['SHOW_MENUS'] !== undefined) console.log(told);
  assert.ok(right.length >= Math.ceil(0.8 * all.length), `${right.length} of ${all.length}\n${told}`);
  assert.ok(
    all.every(({ keys }) => keys.length <= 12),
    told,
  );
});

test.after(() => world.close());
test.run();
