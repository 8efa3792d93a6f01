import type { SentenceEncoder } from '../../src/calls/hearing/menu-meanings.ts';
import { createLog } from '../../src/log/winston-log.ts';
import { Sentences } from '../../src/sentences/sentences.ts';
import type { Bench } from '../bench.ts';
import * as sets from '../menus/companies/sets.ts';
import type { SpokenCompany } from '../menus/companies/spoken-company.ts';
import { companyErrands, furtherErrands, lastErrands, unheardErrands } from '../menus/company-errands.ts';
import type { Errand } from '../menus/errands.ts';
import { readTexts, type TextSet, textSets } from '../menus/texts/read-texts.ts';
import { type Arrival, asWritten, type Ending, endings, walk } from '../menus/texts/walk-by-text.ts';

interface Walks {
  name: string;
  /** Whether single errands are shown. Those of other sets are not, so that nobody tunes the rules to them. */
  isShown: boolean;
  journeys: { company: SpokenCompany; errand: Errand }[];
}

/** Walks errands through menus exactly as written: what the rules choose when every word is recognised. No call is made. */
export const menuTexts: Bench = {
  name: 'menu-texts',
  title: 'Errands through the texts of menus',
  page: 'speech-figures.md',
  async run(stage) {
    const all: Walks[] = [{ name: 'the companies of the calls below', isShown: true, journeys: spoken() }];
    for (const set of textSets)
      all.push({
        name: `the companies of \`texts/${set}\``,
        isShown: set === 'studied',
        journeys: await written(set),
      });
    const sentences = new Sentences(createLog({ level: 'warn', readable: true }));
    const walkAll = async (encoder: SentenceEncoder | undefined): Promise<string[][]> => {
      const rows: string[][] = [];
      for (const { name, journeys, isShown } of all) {
        const counts = new Map<Ending, number>();
        for (const { company, errand } of journeys) {
          const arrival = await walk(company, errand, asWritten(company), encoder);
          counts.set(arrival.ending, (counts.get(arrival.ending) ?? 0) + 1);
          if (isShown && encoder !== undefined) stage.progress(describe(arrival));
        }
        const row = endings.map((ending) => String(counts.get(ending) ?? 0));
        rows.push([`${journeys.length} errands to ${name}`, ...row]);
      }
      return rows;
    };
    return {
      goals: [],
      tables: [
        { columns: ['walked as text', ...endings], rows: await walkAll(sentences) },
        { columns: ['the same by words alone', ...endings], rows: await walkAll(undefined) },
      ],
      notes: [
        'Most sets have led to corrections of the rules, and thresholds and weights were chosen by totals over most of them: what to expect of other menus is what each showed [at first](#first-results-of-each-set). Of `counted`, `typed` and `everyday` no single errand was looked at. What callers want was learned from texts of people who had seen none of the sets, but for 551 options by the hand that wrote the first four.',
      ],
    };
  },
};

function spoken(): Walks['journeys'] {
  const companies = Object.values<SpokenCompany>({
    ...sets.companies,
    ...sets.furtherCompanies,
    ...sets.lastCompanies,
    ...sets.moreCompanies,
    ...sets.unheardCompanies,
  });
  return [...companyErrands, ...furtherErrands, ...lastErrands, ...unheardErrands].flatMap((errand) =>
    companies
      .filter(({ prefix }) => errand.number.startsWith(`+${prefix}`))
      .map((company) => ({ company, errand })),
  );
}

async function written(set: TextSet): Promise<Walks['journeys']> {
  const texts = await readTexts(set);
  return texts.flatMap(({ company, errands }) => errands.map((errand) => ({ company, errand })));
}

function describe({ errand, ending, where, steps }: Arrival): string {
  return [`${ending}: "${errand.intent}" (${where})`, ...steps.map((step) => `    ${step}`)].join('\n');
}
