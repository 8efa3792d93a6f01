import { phrasesIn, wordsOf } from '../../src/detect/words/phrases.ts';

export interface Text {
  isAgent: boolean;
  said: string;
}

/** Of each text its beginnings count, too, as they are heard before the sentence has ended: so many words, and their share of a text. */
const beginnings = [3, 5, 8, 12];
const beginningWeight = 0.3;

/** Phrases that stand in fewer texts say something about those texts alone. */
const fewestTexts = 2;
/** Smaller weights change nothing that is decided. */
const leastWeight = 0.1;
const steps = 400;

interface Sample {
  features: number[];
  sign: 1 | -1;
  weight: number;
}

/**
 * Logistic regression over phrases, without a bias (a text of unknown words says nothing), both kinds weighing the same, ridge
 * `penalty`. Nesterov's accelerated gradient: no chance in it, so the same texts give the same table.
 */
export function fitPhrases(texts: readonly Text[], penalty: number): Map<string, number> {
  const counts = new Map<string, number>();
  const found = texts.map(({ said }) => [...phrasesIn(wordsOf(said)).keys()]);
  for (const phrase of found.flat()) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  const phrases = [...counts].filter(([, count]) => count >= fewestTexts).map(([phrase]) => phrase);
  const places = new Map(phrases.map((phrase, place) => [phrase, place]));
  const agents = texts.filter(({ isAgent }) => isAgent).length;
  const samples = texts.flatMap(({ isAgent, said }): Sample[] => {
    const words = wordsOf(said);
    const weight = texts.length / 2 / (isAgent ? agents : texts.length - agents);
    const sample = (heard: readonly string[], share: number): Sample => ({
      features: [...phrasesIn(heard).keys()].flatMap((phrase) => places.get(phrase) ?? []),
      sign: isAgent ? 1 : -1,
      weight: weight * share,
    });
    const shorter = beginnings.filter((length) => length < words.length);
    return [
      sample(words, 1),
      ...shorter.map((length) => sample(words.slice(0, length), beginningWeight)),
    ];
  });
  const weights = descend(samples, phrases.length, penalty);
  return new Map(
    phrases
      .map((phrase, place): [string, number] => [phrase, Math.round(weights[place]! * 100) / 100])
      .filter(([, weight]) => Math.abs(weight) >= leastWeight)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function descend(samples: readonly Sample[], size: number, penalty: number): Float64Array {
  // The curvature of a sample is at most a quarter of its squared length.
  const curvature =
    samples.reduce((sum, { features, weight }) => sum + (weight * features.length) / 4, 0) + penalty;
  const rate = 20 / curvature;
  let weights = new Float64Array(size);
  let ahead = new Float64Array(size);
  for (let step = 1; step <= steps; step++) {
    const gradient = ahead.map((weight) => penalty * weight);
    for (const { features, sign, weight } of samples) {
      const margin = sign * features.reduce((sum, place) => sum + ahead[place]!, 0);
      const pull = (-sign * weight) / (1 + Math.exp(margin));
      for (const place of features) gradient[place]! += pull;
    }
    const next = ahead.map((weight, place) => weight - rate * gradient[place]!);
    const momentum = (step - 1) / (step + 2);
    ahead = next.map((weight, place) => weight + momentum * (weight - weights[place]!));
    weights = next;
  }
  return weights;
}
