import { decodeMulaw, encodeMulaw } from '../../src/audio/g711.ts';
import { type PlayedSound, readPlayedSound, SoundTrail } from '../../src/detect/repetition/sound-trail.ts';
import type { Bench } from '../bench.ts';
import { percent } from '../report.ts';
import { betweenPrompts, type Prompt, readDigits, readPrompts } from '../words/prompts.ts';

const frameSamples = 160;
/** White noise, dB below the prompt; the first is a line without any. */
const noises = [Infinity, 40, 30, 20];
/** Shorter prompts are no menus. */
const shortestSeconds = 2.5;

/** Measures how reliably a menu is recognised by its sound, and whether another passes for it. */
export const menuSounds: Bench = {
  name: 'menu-sounds',
  title: 'Menus known by their sound',
  page: 'speech-figures.md',
  async run(stage) {
    const said = (await readPrompts()).filter(({ samples }) => samples.length >= shortestSeconds * 8000);
    const prompts = said.map(({ samples }) => samples);
    const learned = prompts.map((samples, n) => learn(samples, n));
    const again = noises.map((db) => {
      stage.progress(`noise at -${db} dB`);
      return prompts.filter((samples, n) => isKnown(learned[n], onLine(samples, n + 7, db))).length;
    });
    const others = countOthers(said, learned);
    stage.progress('menus with another digit');
    const digits = await countDigits(prompts[0]!, prompts[1]!);
    return {
      goals: [],
      tables: [
        {
          columns: [`${prompts.length} prompts of Asterisk, each learned once`, ''],
          rows: [
            ...noises.map((db, n) => [
              `known again ${db === Infinity ? 'on a line without noise' : `with noise ${db} dB below it`}`,
              percent(again[n]! / prompts.length),
            ]),
            ['another prompt that passed for one', String(others)],
            [
              `the same menu with one other digit that passed for it, of ${digits.tried}`,
              String(digits.taken),
            ],
          ],
        },
      ],
      notes: [
        'White noise is harder than that of a telephone, which has little above 3 kHz. Each comes at another place in its frame and 2 dB lower than it was learned.',
      ],
    };
  },
};

/** Some prompts are there twice, with the same words. */
function countOthers(prompts: readonly Prompt[], learned: readonly (PlayedSound | undefined)[]): number {
  const texts = prompts.map(({ words }) => words.join(' '));
  const trail = new SoundTrail();
  const taken = new Set<string>();
  for (const [said, { samples }] of prompts.entries()) {
    const look = (): void => {
      for (const [n, sound] of learned.entries())
        if (texts[n] !== texts[said] && sound !== undefined && trail.endsWith(sound, trail.count, 0))
          taken.add(`${n} ${said}`);
    };
    hear(trail, onLine(samples, said + 11, Infinity), look);
    // What was said last is still known for a moment.
    hear(trail, betweenPrompts());
  }
  return taken.size;
}

async function countDigits(before: Int16Array, after: Int16Array): Promise<{ tried: number; taken: number }> {
  const digits = await readDigits(10);
  const menus = digits.map((digit) => Int16Array.from([...before, ...digit, ...after]));
  let [tried, taken] = [0, 0];
  for (const [n, menu] of menus.entries()) {
    const sound = learn(menu, n);
    for (const [other, samples] of menus.entries()) {
      if (other === n) continue;
      tried += 1;
      if (isKnown(sound, onLine(samples, other + 20, Infinity))) taken += 1;
    }
  }
  return { tried, taken };
}

function learn(samples: Int16Array, place: number): PlayedSound | undefined {
  const trail = new SoundTrail();
  hear(trail, betweenPrompts());
  const from = trail.count;
  hear(trail, onLine(samples, place, Infinity));
  const packed = trail.cut(from, trail.count);
  return packed === undefined ? undefined : readPlayedSound(packed);
}

function isKnown(sound: PlayedSound | undefined, samples: Int16Array): boolean {
  if (sound === undefined) return false;
  const trail = new SoundTrail();
  let known = false;
  for (const each of [betweenPrompts(), samples, betweenPrompts()])
    hear(trail, each, () => (known ||= trail.endsWith(sound, trail.count, 0)));
  return known;
}

function hear(trail: SoundTrail, samples: Int16Array, heard: () => void = () => undefined): void {
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples)
    if (trail.take(samples.subarray(at, at + frameSamples))) heard();
}

/** As it comes over a telephone, starting at `place` within a fingerprint. */
function onLine(samples: Int16Array, place: number, noiseDb: number): Int16Array {
  const late = (place * 53) % (2 * frameSamples);
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const amplitude = Math.sqrt(3 * power) * 10 ** (-noiseDb / 20);
  const line = new Int16Array(Math.ceil((samples.length + late) / frameSamples) * frameSamples);
  let state = place + 1;
  for (let n = 0; n < line.length; n++) {
    state = (state * 16_807) % 2_147_483_647;
    const noise = (state / 2_147_483_647 - 0.5) * 2 * amplitude;
    line[n] = decodeMulaw(encodeMulaw((samples[n - late] ?? 0) * 0.8 + noise));
  }
  return line;
}
