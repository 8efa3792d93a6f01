import type { Utterance } from '../../src/calls/words/transcriber.ts';
import { readBoth } from '../../src/domain/menu-choice/read-both.ts';
import { readPrompt } from '../../src/domain/menu-speech/read-prompt.ts';
import type { Bench } from '../bench.ts';
import { unheardCompanies } from '../menus/companies/sets.ts';
import type { SpokenCompany } from '../menus/companies/spoken-company.ts';
import { unheardErrands } from '../menus/company-errands.ts';
import type { Errand } from '../menus/errands.ts';
import { MenuReader } from '../menus/heard-menus.ts';
import { readTexts } from '../menus/texts/read-texts.ts';
import { endings, type RecognisedSpeech, walk } from '../menus/texts/walk-by-text.ts';

interface Journeys {
  name: string;
  companies: { company: SpokenCompany; errands: Errand[] }[];
}

/** What Moonshine understood of each menu of a company. */
type Heard = ReadonlyMap<string, readonly Utterance[]>;

const ways = ['as text', 'heard, read once', 'heard, read twice'] as const;

/** The errands of `menu-texts` with each menu as Moonshine hears flite read it: what is lost between the text and the voice. No call is made. */
export const menuFiles: Bench = {
  name: 'menu-files',
  title: 'Errands through menus that are heard from files',
  page: 'speech-figures.md',
  async run(stage) {
    const reader = new MenuReader();
    const rows: string[][] = [];
    for (const { name, companies } of await allJourneys()) {
      const counts = ways.map(() => endings.map(() => 0));
      for (const { company, errands } of companies) {
        const heard = await hear(reader, company);
        for (const errand of errands)
          for (const [way, understand] of [undefined, once(heard), twice(heard)].entries())
            counts[way]![endings.indexOf(walk(company, errand, understand).ending)]! += 1;
      }
      const total = companies.reduce((sum, { errands }) => sum + errands.length, 0);
      for (const [way, count] of counts.entries())
        rows.push([`${total} ${name}, ${ways[way]}`, ...count.map(String)]);
      stage.progress(rows.slice(-ways.length).join('\n'));
    }
    return {
      goals: [],
      tables: [{ columns: ['errands', ...endings], rows }],
      notes: [
        "flite's `rms` reads the menus of unheard and fresh, and six of untried; `slt`, `awb` and `kal`, which are hardly understood, read the other four. A menu sounds the same each time it is heard, and nobody is impatient.",
      ],
    };
  },
};

async function allJourneys(): Promise<Journeys[]> {
  const unheard = Object.values<SpokenCompany>(unheardCompanies).map((company) => ({
    company,
    errands: unheardErrands.filter(({ number }) => number.startsWith(`+${company.prefix}`)),
  }));
  return [
    { name: 'unheard', companies: unheard },
    { name: 'fresh', companies: await readTexts('fresh') },
    { name: 'untried', companies: await readTexts('untried') },
  ];
}

async function hear(reader: MenuReader, company: SpokenCompany): Promise<Heard> {
  const heard = new Map<string, readonly Utterance[]>();
  for (const [menu, { says }] of Object.entries(company.menus))
    heard.set(menu, await reader.read(says, company));
  return heard;
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
