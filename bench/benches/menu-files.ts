import type { Utterance } from '../../src/calls/words/transcriber.ts';
import { readBoth } from '../../src/domain/menu-choice/read-both.ts';
import { readPrompt } from '../../src/domain/menu-speech/read-prompt.ts';
import { createLog } from '../../src/log/winston-log.ts';
import { Sentences } from '../../src/sentences/sentences.ts';
import type { Bench } from '../bench.ts';
import { unheardCompanies } from '../menus/companies/sets.ts';
import type { PromptCompany, SpokenCompany } from '../menus/companies/spoken-company.ts';
import { unheardErrands } from '../menus/company-errands.ts';
import type { Errand } from '../menus/errands.ts';
import { promptSets } from '../menus/prompt-companies/sets.ts';
import { MenuReader } from '../menus/heard-menus.ts';
import { readTexts } from '../menus/texts/read-texts.ts';
import { asWritten, endings, type RecognisedSpeech, walk } from '../menus/texts/walk-by-text.ts';

interface Journeys {
  name: string;
  companies: { company: SpokenCompany | PromptCompany; errands: Errand[] }[];
}

/** `ERRANDS=seventh,eighth` hears these two alone. */
const wanted = process.env['ERRANDS']?.split(',');

/** What Moonshine understood of each menu of a company. */
type Heard = ReadonlyMap<string, readonly Utterance[]>;

/** Errands with each menu as Moonshine hears it from a file: what is lost between the text and the voice. No call is made. */
export const menuFiles: Bench = {
  name: 'menu-files',
  title: 'Errands through menus that are heard from files',
  page: 'speech-figures.md',
  async run(stage) {
    const reader = new MenuReader();
    const sentences = new Sentences(createLog({ level: 'warn', readable: true }));
    const rows: string[][] = [];
    const journeys = await allJourneys();
    for (const { name, companies } of journeys.filter(({ name }) => wanted?.includes(name) ?? true)) {
      const counts = new Map<string, number[]>();
      for (const { company, errands } of companies) {
        const heard = await reader.readAll(company);
        const ways: Record<string, RecognisedSpeech> = {
          ...('voice' in company ? { 'as text': asWritten(company) } : {}),
          'heard, read once': once(heard),
          'heard, read twice': twice(heard),
        };
        for (const [way, understand] of Object.entries(ways)) {
          const count = counts.get(way) ?? endings.map(() => 0);
          counts.set(way, count);
          for (const errand of errands)
            count[endings.indexOf((await walk(company, errand, understand, sentences)).ending)]! += 1;
        }
      }
      const total = companies.reduce((sum, { errands }) => sum + errands.length, 0);
      for (const [way, count] of counts) rows.push([`${total} ${name}, ${way}`, ...count.map(String)]);
      stage.progress(rows.slice(-counts.size).join('\n'));
    }
    return {
      goals: [],
      tables: [{ columns: ['errands', ...endings], rows }],
      notes: [
        "Asterisk's prompts speak plain, unseen, and third to tenth; flite's `rms` reads the menus of unheard and fresh, and six of untried, while `slt`, `awb` and `kal`, which are hardly understood, read the other four. Most sets have led to corrections of the rules: what to expect of other menus is what each showed [at first](#first-results-of-each-set). A menu sounds the same each time it is heard, and nobody is impatient.",
      ],
    };
  },
};

async function allJourneys(): Promise<Journeys[]> {
  return [
    ...(
      ['plain', 'unseen', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'] as const
    ).map((name) => ({
      name,
      companies: journeysTo(promptSets[name].companies, promptSets[name].errands),
    })),
    { name: 'unheard', companies: journeysTo(unheardCompanies, unheardErrands) },
    { name: 'fresh', companies: await readTexts('fresh') },
    { name: 'untried', companies: await readTexts('untried') },
  ];
}

function journeysTo(
  companies: Readonly<Record<string, SpokenCompany | PromptCompany>>,
  errands: readonly Errand[],
): Journeys['companies'] {
  return Object.values(companies).map((company) => ({
    company,
    errands: errands.filter(({ number }) => number.startsWith(`+${company.prefix}`)),
  }));
}

function once(heard: Heard): RecognisedSpeech {
  return (menu, before) => readPrompt([...before, ...textsOf(heard, menu)].join('\n'));
}

function twice(heard: Heard): RecognisedSpeech {
  return (menu, before) =>
    readBoth(
      [...before, ...textsOf(heard, menu)].join('\n'),
      [...before, ...(heard.get(menu) ?? []).map(({ text, reread = text }) => reread)].join('\n'),
    );
}

function textsOf(heard: Heard, menu: string): string[] {
  return (heard.get(menu) ?? []).map(({ text }) => text);
}
