import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinSounds } from '../../src/audio/join.ts';
import { telephoneRateHz, toEightKilohertz } from '../../src/audio/resample.ts';
import { encodeTelephoneWav } from '../../src/audio/wav.ts';
import { runCommandOrThrow } from '../../src/provision/run-command.ts';
import { openFlite } from '../../src/provision/speech-program.ts';
import { Flite } from '../../src/speech/flite.ts';
import type { Menu, PromptCompany, SpokenCompany } from './companies/spoken-company.ts';

/** As loud as Asterisk's prompts, of full scale. */
const loudness = 0.1;
/** After the answer, and after each key. */
const silenceSeconds = 1;
const waitForKeySeconds = 6;

/**
 * Speaks the menus of all sets of companies into files in the folder, unless Asterisk's prompts speak them.
 * @returns the additions to the phone company's dialplan that put them at their numbers.
 */
export async function companyDialplan(
  sets: readonly Readonly<Record<string, SpokenCompany | PromptCompany>>[],
  folder: string,
): Promise<string> {
  const companies = sets.flatMap((set) => Object.entries(set));
  refuseRepeats(companies.map(([name]) => name));
  refuseRepeats(companies.map(([, { prefix }]) => prefix));
  await mkdir(folder, { recursive: true });
  const lines: string[] = [];
  for (const [name, company] of companies) {
    const [first = ''] = Object.keys(company.menus);
    lines.push('[pstn](+)', `exten => _${company.prefix}1XX,1,Gosub(reaching,s,1(\${EXTEN}))`);
    lines.push(` same => n,Goto(${name}-${first},s,1)`);
    const sounds = 'voice' in company ? await spokenSounds(name, company, folder) : promptSounds(company);
    for (const [menu, sound] of Object.entries(sounds))
      lines.push(`[${name}-${menu}]`, ...extensions(name, menu, company.menus, sound));
  }
  return lines.join('\n');
}

/** Of two companies with one name or prefix, one could not be called. */
function refuseRepeats(all: readonly string[]): void {
  const repeated = all.find((one, at) => all.indexOf(one) < at);
  if (repeated !== undefined) throw new Error(`two companies have "${repeated}"`);
}

/** What each menu plays, as Asterisk's applications take it. */
type Sounds = Record<string, string>;

async function spokenSounds(name: string, company: SpokenCompany, folder: string): Promise<Sounds> {
  const sounds: Sounds = {};
  for (const [menu, { says }] of Object.entries(company.menus)) {
    const file = join(folder, `${name}-${menu}`);
    await writeFile(`${file}.wav`, encodeTelephoneWav(await speak(says, company)));
    sounds[menu] = file;
  }
  return sounds;
}

function promptSounds({ menus }: PromptCompany): Sounds {
  return Object.fromEntries(Object.entries(menus).map(([menu, { prompts }]) => [menu, prompts.join('&')]));
}

function extensions(
  name: string,
  menu: string,
  menus: Readonly<Record<string, Menu>>,
  sound: string,
): string[] {
  const { keys = {}, number, otherwise } = menus[menu] ?? {};
  const goTo = (target: string): string =>
    target in menus ? `Goto(${name}-${target},s,1)` : `Goto(spoken-queue,${target},1)`;
  const later = goTo(otherwise ?? menu);
  const prompt = `silence/${silenceSeconds}&${sound}`;
  if (number !== undefined)
    return [
      // One more digit, so that a pound key after the last one ends the number, too.
      `exten => s,1,Read(NUMBER,${prompt},${number.digits + 1},,1,${waitForKeySeconds})`,
      ` same => n,GotoIf($["\${NUMBER}" = ""]?otherwise)`,
      ` same => n,${goTo(number.to)}`,
      ` same => n(otherwise),${later}`,
    ];
  return [
    `exten => s,1,Background(${prompt})`,
    ` same => n,WaitExten(${waitForKeySeconds})`,
    ...Object.entries(keys).map(([key, target]) => `exten => ${key},1,${goTo(target)}`),
    'exten => i,1,Playback(pm-invalid-option)',
    ` same => n,${goTo(menu)}`,
    `exten => t,1,${later}`,
  ];
}

/** A menu's sentences one after another, 8 kHz. */
export async function speak(
  sentences: readonly string[],
  { voice, pauseMs }: SpokenCompany,
): Promise<Float32Array> {
  const flite = new Flite({
    open: () => openFlite(() => undefined),
    run: (command, args, signal) => runCommandOrThrow(command, args, { signal }),
    voice,
    temporaryFolder: tmpdir(),
  });
  const pause = new Float32Array((pauseMs / 1000) * telephoneRateHz);
  const parts: Float32Array[] = [];
  for (const sentence of sentences) {
    const said = await flite.make(sentence, AbortSignal.timeout(30_000));
    parts.push(atLoudness(toEightKilohertz(said.samples, said.rateHz)), pause);
  }
  return joinSounds(Float32Array, parts);
}

function atLoudness(samples: Float32Array): Float32Array {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return samples.map((sample) => (sample * loudness) / Math.sqrt(power));
}
