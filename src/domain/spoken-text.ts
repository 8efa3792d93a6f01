import type { Call } from './call.ts';

/** One of Asterisk's own sounds. */
export const soundShape = /^sound:[A-Za-z0-9][A-Za-z0-9/_-]{0,79}$/;

/** In UTF-16 units. Longer sentences are made and played in parts, so that the first is heard while the next is being made. */
const longestPart = 200;

type SpokenCall = Pick<Call, 'intent' | 'company' | 'number' | 'facts'>;

/**
 * Fills in `{intent}`, `{company}`, `{number}` and `{fact:label}` from the call; labels are not case-sensitive.
 * @returns the text, or the names of the fields that the call lacks.
 */
export function fillFields(text: string, call: SpokenCall): { text: string } | { missing: string } {
  const missing: string[] = [];
  const filled = text.replace(/\{(intent|company|number|fact:[^{}]{1,60})\}/g, (_all, name: string) => {
    const value = valueOf(name, call).trim();
    if (value === '') missing.push(name);
    return name === 'number' || name.startsWith('fact:') ? spellDigits(value) : value;
  });
  return missing.length === 0 ? { text: filled } : { missing: missing.join(', ') };
}

function valueOf(name: string, call: SpokenCall): string {
  if (name === 'intent' || name === 'company' || name === 'number') return call[name];
  const label = name.slice('fact:'.length).trim().toLowerCase();
  return call.facts.find((fact) => fact.label.trim().toLowerCase() === label)?.value ?? '';
}

/** A menu expects "8 8, 1 0 4 2", but a voice would say "eighty-eight, one thousand and forty-two". */
function spellDigits(value: string): string {
  return value
    .replace(/^\+/, '')
    .replace(/(?<=[0-9A-Za-z])[-/._](?=[0-9A-Za-z])/g, ', ')
    .replace(/[0-9]+/g, (digits) => ` ${digits.replace(/(?<=.)/g, ' ').trim()} `)
    .replace(/ +/g, ' ')
    .replace(/ ,/g, ',')
    .trim();
}

/** Between two sentences. In Chinese and Japanese no blank follows a sentence, but a quotation mark may. */
const betweenSentences = /(?<=[.!?…؟۔।॥])\s+|(?<=[。！？][」』”’）]*)(?![」』”’）。！？])\s*|\n+/;
const comma = /[,،] |[、，；]/g;

/** Splits a text into sentences, and long sentences into parts, at commas where it can; parts with neither a letter nor a digit are dropped. */
export function spokenParts(text: string): string[] {
  const parts: string[] = [];
  for (const sentence of text.split(betweenSentences)) {
    let rest = sentence.trim();
    while (rest.length > longestPart) {
      const end = endOfPart(rest);
      parts.push(rest.slice(0, end).trim());
      rest = rest.slice(end).trim();
    }
    parts.push(rest);
  }
  return parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** After the last comma; after the last blank if that comma comes early, because a voice pauses after each part. Never within a letter. */
function endOfPart(text: string): number {
  const last = [...text.slice(0, longestPart + 1).matchAll(comma)].at(-1)?.index ?? -1;
  if (last > longestPart / 2) return last + 1;
  const blank = text.lastIndexOf(' ', longestPart);
  if (blank > 0) return blank + 1;
  return /\p{Cs}/u.test(text.slice(0, longestPart)) ? longestPart - 1 : longestPart;
}
