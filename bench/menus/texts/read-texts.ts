import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type SpokenCompany, type SpokenMenu, voices } from '../companies/spoken-company.ts';
import type { Errand } from '../errands.ts';

/**
 * Companies in plain text, menus and errands in one file:
 *
 *     voice slt                                of flite; `rms` without this line
 *     [main]                                   a menu; calls arrive at the first
 *     - Thank you for calling Oak.             a sentence
 *     1 sales - For sales, press one.          a sentence that names a key, and where it leads: to a menu, or else to a queue
 *     2 repairs                                another key of the sentence before
 *     # 8 orders - Enter your order number.    a sentence that asks for a number, its digits, and where it leads
 *     = operator                               where callers who press nothing are sent, and those without the number
 *     ? buy a table -> sales operator          an errand, and the queues that are right for it
 *     ? {order number: 4410} my table -> late  an errand with a fact
 *
 * A queue of people for everything is "operator" or ends in "-operator".
 */
export interface CompanyText {
  name: string;
  company: SpokenCompany;
  errands: Errand[];
}

/**
 * In the order in which they were first walked; docs/speech-figures.md has the first result of each. The rules may be improved on the studied
 * texts, and never on single errands of the counted, typed and everyday ones.
 */
export const textSets = [
  'studied',
  'counted',
  'fresh',
  'untried',
  'blind',
  'later',
  'latest',
  'neutral',
  'typed',
  'everyday',
  'ordinary',
  'weekday',
  'midweek',
  'spoken',
  'evening',
  'winter',
  'natural',
  'phoned',
  'varied',
  'market',
] as const;
export type TextSet = (typeof textSets)[number];

/** Each company has one, and numbers that are nobody's: 555-01XX. */
const areaCodes = [201, 203, 206, 207, 209, 210, 213, 214, 216, 217, 218, 219, 224, 225, 228];

export async function readTexts(set: TextSet): Promise<CompanyText[]> {
  const folder = join(import.meta.dirname, set);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.txt')).toSorted();
  return Promise.all(
    files.map(async (file, index) => {
      const areaCode = areaCodes[index];
      if (areaCode === undefined) throw new Error(`there are more companies in ${set} than area codes`);
      return readCompany(
        basename(file, '.txt'),
        `1${areaCode}5550`,
        await readFile(join(folder, file), 'utf8'),
      );
    }),
  );
}

interface Draft {
  says: string[];
  keys: Record<string, string>;
  number?: { digits: number; to: string };
  otherwise?: string;
}

function readCompany(name: string, prefix: string, text: string): CompanyText {
  const drafts: Record<string, Draft> = {};
  const errands: Errand[] = [];
  let menu: Draft | undefined;
  let voice: SpokenCompany['voice'] = 'rms';
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const named = voices.find((each) => line === `voice ${each}`);
    const heading = /^\[(.+)\]$/.exec(line)?.[1];
    const errand = /^\? (?:\{(.+): (.+)\} )?(.+) -> (.+)$/.exec(line);
    const asked = /^# (\d+) (\S+) - (.+)$/.exec(line);
    const said = /^(?:([0-9*#]) (\S+) )?- (.+)$/.exec(line) ?? /^([0-9*#]) (\S+)$/.exec(line);
    const otherwise = /^= (\S+)$/.exec(line)?.[1];
    if (named !== undefined) voice = named;
    else if (heading !== undefined) drafts[heading] = menu = { says: [], keys: {} };
    else if (errand !== null) {
      const [, label, value = '', intent = '', queues = ''] = errand;
      errands.push({
        number: `+${prefix}1${String(errands.length).padStart(2, '0')}`,
        intent,
        ...(label === undefined ? {} : { facts: [{ label, value }] }),
        right: new RegExp(`^${name}-(?:${queues.split(' ').join('|')})$`),
      });
    } else if (menu !== undefined && asked !== null) {
      const [, digits, to = '', sentence = ''] = asked;
      menu.says.push(sentence);
      menu.number = { digits: Number(digits), to };
    } else if (menu !== undefined && otherwise !== undefined) menu.otherwise = otherwise;
    else if (menu !== undefined && said !== null) {
      const [, key, target = '', sentence] = said;
      if (sentence !== undefined) menu.says.push(sentence);
      if (key !== undefined) menu.keys[key] = target;
    } else throw new Error(`${name}.txt, line ${index + 1}: "${line}" is neither a menu nor an errand`);
  }
  const placeOf = (target: string): string => (target in drafts ? target : `${name}-${target}`);
  const menus = Object.entries(drafts).map(([title, draft]): [string, SpokenMenu] => [
    title,
    {
      says: draft.says,
      ...(draft.number === undefined ? {} : { number: { ...draft.number, to: placeOf(draft.number.to) } }),
      keys: Object.fromEntries(Object.entries(draft.keys).map(([key, target]) => [key, placeOf(target)])),
      ...(draft.otherwise === undefined ? {} : { otherwise: placeOf(draft.otherwise) }),
    },
  ]);
  return { name, errands, company: { prefix, voice, pauseMs: 450, menus: Object.fromEntries(menus) } };
}
