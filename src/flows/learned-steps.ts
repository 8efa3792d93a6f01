import type { Call } from '../domain/call.ts';
import type { StoredEvent } from '../domain/events.ts';
import { exploringStep, type Step } from '../domain/flow.ts';
import { factAskedFor } from '../domain/menu-choice/asked-number.ts';
import { isSamePrompt } from '../domain/menu-choice/menu-memory.ts';
import { asksForSomething } from '../domain/menu-choice/next-move.ts';
import { languageTables } from '../domain/menu-speech/language-of.ts';
import { type Prompt, readPrompt } from '../domain/menu-speech/read-prompt.ts';

/** The events that show a call's route. */
export const learnedEventTypes = [
  'ivr_step',
  'ivr_menu_detected',
  'menu_option_chosen',
  'ivr_dtmf_sent',
  'ivr_step_uncertain',
  'human_detected',
] as const;

/** A menu in which the explorer sent something. */
interface Visit {
  prompt: Prompt;
  digits: string;
  /** The label of the fact the digits came from; '' for a menu choice. */
  fact: string;
  /** How the prompt sounded; '' if that is not known. */
  sound: string;
}

/** A call's path through menus. */
export interface Route {
  visits: readonly Visit[];
  /** The flow's steps begun before the explorer took over, in order; the last one got stuck. */
  stepIds: readonly string[];
  /** The flow's last digits were refused: "that is not a valid option". */
  isRefused: boolean;
  reachedPerson: boolean;
}

export function routeOf(events: readonly StoredEvent[]): Route {
  const last = events.findLastIndex(({ type }) => type === 'human_detected');
  const stepIds: string[] = [];
  let visits: Visit[] = [];
  let prompt: Prompt | undefined;
  let choice: Omit<Visit, 'prompt'> | undefined;
  let isRefused = false;
  // Something was sent that no menu has accepted yet.
  let isSentOpen = false;
  let refusesSent = false;
  for (const { type, data } of last < 0 ? events : events.slice(0, last)) {
    if (type === 'ivr_step' && visits.length === 0) stepIds.push(data.step_id);
    if (type === 'ivr_menu_detected') {
      prompt = readPrompt(data.transcript);
      refusesSent = prompt.isInvalid && isSentOpen;
      if (!prompt.isInvalid && asksForSomething(prompt)) isSentOpen = false;
      if (visits.length === 0) isRefused = refusesSent;
    }
    if (type === 'menu_option_chosen')
      choice = { digits: data.digits, fact: data.fact, sound: data.sound ?? '' };
    const isSent = type === 'ivr_dtmf_sent' || type === 'ivr_step_uncertain';
    if (isSent) isSentOpen = true;
    if (!isSent || data.step_id !== exploringStep || choice === undefined || prompt === undefined) continue;
    const accepted = refusesSent ? visits.slice(0, -1) : visits;
    visits = [...withoutDetour(accepted, prompt), { prompt, ...choice }];
    choice = undefined;
  }
  return { visits, stepIds, isRefused, reachedPerson: last >= 0 };
}

/** Drops a detour: if the call came back to a menu, nothing was gained in between. */
function withoutDetour(visits: Visit[], prompt: Prompt): Visit[] {
  const before = visits.findIndex((visit) =>
    isSamePrompt({ options: visit.prompt.options, number: visit.prompt.number?.kind ?? null }, prompt),
  );
  return before < 0 ? visits : visits.slice(0, before);
}

/**
 * Steps that repeat the route: each menu is listened to and answered. It is recognised by its sound, else by its words, since it may have
 * changed. If its sound is not known, the keys are the fallback.
 * @returns the label of a fact the call no longer has, instead of the steps.
 */
export function stepsOf(
  visits: readonly Visit[],
  caller: Pick<Call, 'facts' | 'intent' | 'number'>,
): Step[] | { lacks: string } {
  const steps: Step[] = [];
  for (const [index, { prompt, digits, fact, sound }] of visits.entries()) {
    const place = index + 1;
    const option = fact === '' ? prompt.options.find((each) => each.digits === digits) : undefined;
    const match = option === undefined ? '' : matchOf(option.text, prompt);
    const press = `learned-press-${place}`;
    steps.push({
      id: `learned-menu-${place}`,
      type: 'LISTEN',
      timeout: sound === '' ? 30 : soundSeconds,
      description: describe(prompt, option?.text),
      ...(sound === '' ? {} : { sound }),
      ...(match === '' ? {} : { options: [{ match, next_step: press }] }),
    });
    if (fact === '') steps.push({ id: press, type: 'DTMF', dtmf: digits });
    else {
      const sent = digitsSent(prompt, fact, caller);
      if (sent === '') return { lacks: fact };
      const dtmf = `${sent}${prompt.number?.endKey ?? ''}`;
      steps.push({ id: press, type: 'DTMF', dtmf, secret: true, description: fact });
    }
  }
  return steps;
}

/** In the form that was asked for: of a card number, the menu may want the last four digits alone. @returns '' if the call has none. */
function digitsSent(
  prompt: Prompt,
  label: string,
  { facts, intent, number }: Pick<Call, 'facts' | 'intent' | 'number'>,
): string {
  const ofLabel = facts.filter((fact) => fact.label === label);
  // The stored text of the prompt may be masked.
  if (prompt.number === null) return ofLabel[0]?.value.replace(/[^0-9]/g, '') ?? '';
  return factAskedFor(prompt, { facts: ofLabel, intent, number })?.digits ?? '';
}

/** Another prompt may come before the one that the step waits for. */
const soundSeconds = 60;
const maxMatchWords = 3;
const longestDescription = 200;

/** The words that identify the option: none that any option may have, and only a few, since each may be misheard. */
function matchOf(text: string, { language }: Prompt): string {
  const hollow = new Set([...languageTables[language].hollow, ...languageTables.en.hollow]);
  const words = text.split(' ');
  const from = words.findIndex((word) => !hollow.has(word));
  if (from < 0) return '';
  const kept = words.slice(from, from + maxMatchWords);
  while (hollow.has(kept.at(-1) ?? '')) kept.pop();
  return kept.join(' ');
}

function describe({ transcript }: Prompt, option: string | undefined): string {
  const said = transcript.replaceAll('\n', ', ');
  const heard = said.length > longestDescription ? `${said.slice(0, longestDescription)} …` : said;
  return option === undefined ? heard : `"${option}" in: ${heard}`;
}
