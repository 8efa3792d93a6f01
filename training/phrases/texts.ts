import { readFileSync } from 'node:fs';
import type { Text } from './fit.ts';

export const languages = ['en', 'de', 'es', 'fr'] as const;

/** Of the ridge: the least loss in cross-validation of the texts of the fit. */
export const penalty = 0.7;

/** Texts with who said them, a line each: "agent: Hello?" */
export function readTexts(set: 'fit' | 'held-out', language: (typeof languages)[number]): Text[] {
  const file = new URL(`${set}/${language}.txt`, import.meta.url);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line, index) => {
      const [, who, said] = /^(agent|recording): (.+)$/.exec(line) ?? [];
      if (said === undefined) throw new Error(`${set}/${language}.txt:${index + 1} says not who: ${line}`);
      return { isAgent: who === 'agent', said };
    });
}
