/** The file that the detector reads. */
export function renderTable(weights: ReadonlyMap<string, number>): string {
  const lines = [...weights].map(([phrase, weight]) => `${weight.toFixed(2)} ${phrase}`);
  return `/**
 * Phrases and their log-odds of a person: written by \`npm run phrases\` from the texts in training/phrases (docs/detection.md), changed
 * nowhere else. Small letters, no accents, every number a 0.
 */
export const phraseTable = \`
${lines.join('\n')}
\`;
`;
}
