/**
 * `npm run phrases`: weighs the phrases of agents and of recordings by the labelled texts beside this file, writes the table that the
 * detector reads, and prints what it says of texts that it was not made of. `--check` writes nothing.
 */
import { writeFileSync } from 'node:fs';
import { readPrompts } from '../../bench/words/prompts.ts';
import { fitPhrases, type Text } from './fit.ts';
import { crossValidated, figuresOf } from './figures.ts';
import { renderTable } from './table.ts';
import { languages, penalty, readTexts } from './texts.ts';

const texts = languages.flatMap((language) => readTexts('fit', language));
console.log('ridge   cross-validated loss, right');
for (const each of [0.2, 0.4, 0.7, 1, 1.5]) {
  const { loss, right } = crossValidated(texts, each);
  console.log(`${String(each).padEnd(5)}   ${loss.toFixed(3)}, ${right.toFixed(3)}${each === penalty ? '  taken' : ''}`);
}
const weights = fitPhrases(texts, penalty);
if (!process.argv.includes('--check'))
  writeFileSync(new URL('../../src/detect/words/phrase-table.ts', import.meta.url), renderTable(weights));

console.log(`\n${weights.size} phrases of ${texts.length} texts. Held out:\n`);
console.log('| texts | agents | recordings | agents at 1 or more | recordings at −1 or less | agents at −1 or less | recordings at 1 or more | loss |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
const prompts: Text[] = (await readPrompts()).map(({ words }) => ({ isAgent: false, said: words.join(' ') }));
const sets: [string, Text[]][] = languages.map((language) => [language, readTexts('held-out', language)]);
for (const [name, set] of [...sets, ['all four', sets.flatMap(([, each]) => each)], ["Asterisk's prompts", prompts]] as [
  string,
  Text[],
][]) {
  const { agents, recordings, agentsKnown, recordingsKnown, agentsWrong, recordingsWrong, loss } = figuresOf(set, weights);
  console.log(
    `| ${name} | ${agents} | ${recordings} | ${agentsKnown} | ${recordingsKnown} | ${agentsWrong} | ${recordingsWrong} | ${loss.toFixed(2)} |`,
  );
}
