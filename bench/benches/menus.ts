import { setTimeout as wait } from 'node:timers/promises';
import type { PhoneCompany } from '../../rig/phone-company/phone-company.ts';
import { CallStory } from '../../test/rig/call-story.ts';
import type { RunningGateway } from '../../test/rig/running-gateway.ts';
import { defaultTranscriptionEngine } from '../../src/config/engines.ts';
import { describeError } from '../../src/domain/errors.ts';
import type { Bench } from '../bench.ts';
import { startBenchCompany, startBenchGateway } from '../gateway.ts';
import {
  companies,
  furtherCompanies,
  lastCompanies,
  moreCompanies,
  unheardCompanies,
} from '../menus/companies/sets.ts';
import { companyDialplan } from '../menus/company-dialplan.ts';
import { companyErrands, furtherErrands, lastErrands, unheardErrands } from '../menus/company-errands.ts';
import {
  type Errand,
  knownErrands,
  laterErrands,
  unseenErrands,
  untouchedErrands,
} from '../menus/errands.ts';
import { promptSets } from '../menus/prompt-companies/sets.ts';
import { readTexts } from '../menus/texts/read-texts.ts';
import type { Report, Table } from '../report.ts';

const fresh = await readTexts('fresh');

/** The most telling first. */
const allSets = [
  ...Object.entries(promptSets).map(([name, { about, errands }]) => ({ name, about, errands })),
  {
    name: 'fresh',
    about: 'fresh: to eight companies, written when the rules of 23 November stood',
    errands: fresh.flatMap(({ errands }) => errands),
  },
  {
    name: 'unheard',
    about: 'unheard: to four companies, no rule was changed because of them',
    errands: unheardErrands,
  },
  { name: 'untouched', about: 'untouched: no table was tuned to their words', errands: untouchedErrands },
  {
    name: 'last',
    about: 'last: to eight companies; the rules were corrected after the first try',
    errands: lastErrands,
  },
  {
    name: 'further',
    about: 'further: to six companies; the rules were corrected after the first try',
    errands: furtherErrands,
  },
  {
    name: 'companies',
    about: 'companies: to seven, five with voices that are hard to understand',
    errands: companyErrands,
  },
  { name: 'new', about: 'new: the rules were corrected after the first try', errands: unseenErrands },
  { name: 'later', about: 'later: they led to two corrections', errands: laterErrands },
  { name: 'known', about: 'known: the explorer was corrected by them', errands: knownErrands },
] as const;
/** All take three hours; `ERRANDS=prompts,untouched` runs these two. */
const wanted = process.env['ERRANDS']?.split(',');
const sets = allSets.filter(({ name }) => wanted?.includes(name) ?? true);
/** More would starve each other on two cores. */
const callsAtOnce = 5;
/** A call that has arrived nowhere by then is going round in circles. */
const longestCallMs = 240_000;
const lookMs = 500;
/** A machine that is too busy starves the recogniser, which says nothing about menus: such a call is dialled again. */
const maxDials = 3;

const endings = ['right queue', 'a person', 'the owner', 'wrong queue', 'never', 'not heard'] as const;
type Ending = (typeof endings)[number];

interface Outcome {
  errand: Errand;
  ending: Ending;
  /** The queue, or why there is none. */
  where: string;
  keys: string;
  seconds: number;
}

/** Places calls without a flow into spoken menus of three levels: where each gets on its own. */
export const menus: Bench = {
  name: 'menus',
  title: 'Errands through spoken menus',
  page: 'speech-figures.md',
  async run(stage) {
    const company = await startBenchCompany(stage, (folder) =>
      companyDialplan(
        [
          companies,
          furtherCompanies,
          lastCompanies,
          moreCompanies,
          unheardCompanies,
          Object.fromEntries(fresh.map(({ name, company }) => [name, company])),
          // `prompts` and `plain` are errands to the same companies.
          ...new Set(Object.values(promptSets).map((set) => set.companies)),
        ],
        folder,
      ),
    );
    const gateway = await startBenchGateway(stage, company.sipPort, { EXPLORE_MENUS: 'yes' });
    const outcomes = new Map<Errand, Outcome>();
    let queue: Errand[] = [];
    const lane = async (): Promise<void> => {
      for (let errand = queue.shift(); errand !== undefined; errand = queue.shift()) {
        let outcome = await run(errand, company, gateway, stage.progress);
        for (let dials = 1; outcome.ending === 'not heard' && dials < maxDials; dials++)
          outcome = await run(errand, company, gateway, stage.progress);
        outcomes.set(errand, outcome);
        stage.progress(`${errand.intent}: ${outcome.ending} (${outcome.where}), keys ${outcome.keys}`);
      }
    };
    for (const { errands } of sets) {
      queue = [...errands];
      await Promise.all(Array.from({ length: callsAtOnce }, lane));
    }
    return report(outcomes);
  },
};

async function run(
  errand: Errand,
  company: PhoneCompany,
  gateway: RunningGateway,
  progress: (line: string) => void,
): Promise<Outcome> {
  const { number, intent, facts = [] } = errand;
  const nowhere = { errand, keys: '', seconds: 0 };
  await company.runCli(`dialplan set global REACHED_${number.slice(1)} nothing`);
  let call: CallStory;
  try {
    call = await CallStory.place(gateway, { number, intent });
    await gateway.client.request('PATCH', `/api/v1/calls/${call.id}`, { facts });
  } catch (error) {
    // A machine that is too busy for its own Asterisk says nothing about menus.
    return { ...nowhere, ending: 'not heard', where: describeError(error) };
  }
  const beganAt = performance.now();
  let found: { ending: Ending; where: string } | undefined;
  while (found === undefined && performance.now() - beganAt < longestCallMs) {
    await wait(lookMs);
    found = endingOf(errand, await reached(company, number), call);
  }
  const seconds = (performance.now() - beganAt) / 1000;
  const keys = call.typesOf('menu_option_chosen').map(({ data }) => String(data['digits']));
  // It may have ended on its own a moment before its event came.
  if (!call.statuses.includes('ended')) await call.hangUp().catch(() => call.untilStatus('ended'));
  for (const { type, data } of call.typesOf('ivr_menu_detected', 'menu_option_chosen', 'menu_needs_owner'))
    progress(`  ${intent}: ${type} ${JSON.stringify(data)}`);
  const { ending, where } = found ?? { ending: 'never', where: `nowhere after ${longestCallMs / 1000} s` };
  return { errand, ending, where, keys: keys.join(' '), seconds };
}

function endingOf(
  { right }: Errand,
  queue: string,
  call: CallStory,
): { ending: Ending; where: string } | undefined {
  if (queue !== 'nothing') {
    if (right?.test(queue) === true) return { ending: 'right queue', where: queue };
    return { ending: queue.endsWith('operator') ? 'a person' : 'wrong queue', where: queue };
  }
  const deaf = call.typesOf('service_unavailable')[0];
  if (deaf !== undefined) return { ending: 'not heard', where: String(deaf.data['reason']) };
  const asked = call.typesOf('menu_needs_owner')[0];
  if (asked !== undefined) return { ending: 'the owner', where: String(asked.data['reason']) };
  return call.statuses.includes('ended') ? { ending: 'never', where: 'the call ended' } : undefined;
}

/** The queue in which the company has this number's call. */
async function reached(company: PhoneCompany, number: string): Promise<string> {
  const globals = await company.runCli('dialplan show globals');
  return new RegExp(`REACHED_${number.slice(1)}=(\\S+)`).exec(globals)?.[1] ?? 'nothing';
}

function report(outcomes: ReadonlyMap<Errand, Outcome>): Report {
  const engine = process.env['STT_ENGINE'] ?? defaultTranscriptionEngine;
  const row = ({ errand, ending, where, keys, seconds }: Outcome): string[] => [
    `"${errand.intent}"`,
    isOwners(errand, ending, where) ? 'the owner, as it should' : ending,
    where,
    keys,
    `${seconds.toFixed(0)} s`,
  ];
  const table = (what: string, errands: readonly Errand[]): Table => ({
    columns: [what, 'ended with', 'where', 'keys', 'time'],
    rows: errands.flatMap((errand) => {
      const outcome = outcomes.get(errand);
      return outcome === undefined ? [] : [row(outcome)];
    }),
  });
  const count = (errands: readonly Errand[], ending: Ending): string =>
    String(errands.filter((errand) => endedAs(outcomes.get(errand), ending)).length);
  return {
    goals: [],
    tables: [
      {
        columns: ['errands', ...endings],
        rows: sets.map(({ name, errands }) => [
          `${errands.length} ${name}`,
          ...endings.map((ending) => count(errands, ending)),
        ]),
      },
      ...sets.map(({ about, errands }) => table(about, errands)),
    ],
    notes: [
      `Every errand is a call through Asterisk into menus of two or three levels, heard by ${engine}. Asterisk's prompts speak the menus of unseen, prompts, plain, untouched, new, later and known, flite those of the companies. A call whose number only the owner knows counts as in the right queue when the call asks them for it.`,
    ],
  };
}

/** If only the owner knows the number that is asked for, the call should get to the owner. */
function isOwners({ right }: Errand, ending: Ending, where: string): boolean {
  return right === undefined && ending === 'the owner' && where.includes('is asked for');
}

function endedAs(outcome: Outcome | undefined, ending: Ending): boolean {
  if (outcome === undefined) return false;
  const { errand, where } = outcome;
  return (isOwners(errand, outcome.ending, where) ? 'right queue' : outcome.ending) === ending;
}
