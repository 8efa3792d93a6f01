import { weigh } from '../../src/detect/words/phrases.ts';
import { fitPhrases, type Text } from './fit.ts';

type Weights = ReadonlyMap<string, number>;

/** From here on a text speaks for somebody. */
const speaksFrom = 1;
const folds = 10;

export interface Figures {
  agents: number;
  recordings: number;
  /** So many agents' texts speak for a person, and recordings' against. */
  agentsKnown: number;
  recordingsKnown: number;
  /** So many speak for the other. */
  agentsWrong: number;
  recordingsWrong: number;
  /** Mean logarithmic loss, 0.69 for who knows nothing. */
  loss: number;
}

export function figuresOf(texts: readonly Text[], weights: Weights): Figures {
  const logOdds = (isAgent: boolean): number[] =>
    texts.filter((text) => text.isAgent === isAgent).map(({ said }) => weigh(said, weights).logOdds);
  const [agents, recordings] = [logOdds(true), logOdds(false)];
  return {
    agents: agents.length,
    recordings: recordings.length,
    agentsKnown: agents.filter((each) => each >= speaksFrom).length,
    recordingsKnown: recordings.filter((each) => each <= -speaksFrom).length,
    agentsWrong: agents.filter((each) => each <= -speaksFrom).length,
    recordingsWrong: recordings.filter((each) => each >= speaksFrom).length,
    loss: lossOf(texts, weights),
  };
}

function lossOf(texts: readonly Text[], weights: Weights): number {
  const losses = texts.map(({ isAgent, said }) => {
    const { logOdds } = weigh(said, weights);
    return Math.log1p(Math.exp(isAgent ? -logOdds : logOdds));
  });
  return losses.reduce((sum, loss) => sum + loss, 0) / texts.length;
}

/** Each tenth of the texts by a table of the others. `right`: the share on the right side of 0. */
export function crossValidated(texts: readonly Text[], penalty: number): { loss: number; right: number } {
  let [loss, right] = [0, 0];
  for (let fold = 0; fold < folds; fold++) {
    const weights = fitPhrases(
      texts.filter((_, index) => index % folds !== fold),
      penalty,
    );
    const tested = texts.filter((_, index) => index % folds === fold);
    loss += (lossOf(tested, weights) * tested.length) / texts.length;
    right += tested.filter(({ isAgent, said }) => weigh(said, weights).logOdds > 0 === isAgent).length;
  }
  return { loss, right: right / texts.length };
}
