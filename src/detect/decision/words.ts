import type { HeardWords } from '../types.ts';
import { phraseTable } from '../words/phrase-table.ts';
import { weigh } from '../words/phrases.ts';

/** What a transcript says for or against a person, in log-odds; fades within seconds. */
export interface Words {
  /** A later version of what was said, or a correction, takes the place of what it overlaps. */
  hear(words: HeardWords): void;
  /**
   * @param voiceFrom where the voice began that sounds now, or sounded last.
   * @param pauseSeconds since it sounded.
   */
  logOdds(at: number, voiceFrom: number, pauseSeconds?: number): number;
  /** What was said that counts now, for the reason. */
  phrase(at: number, voiceFrom: number, pauseSeconds?: number): string | undefined;
}

/** An agent falls silent after his greeting, and its words come when a recogniser has done its work. */
const lastsSeconds = 6;
/**
 * Words say what is said, not who says it: assistants who are machines introduce themselves, too. Under −1.8 of the network's they bring
 * nobody to the threshold of a ring, and nobody to that of being sure who is not likely without them.
 */
const mostLogOdds = 2;
/** What the network is certain of is a person all the same: 6 − 4 is sure. */
const leastLogOdds = -4;
/** So little says nothing, and is no reason. */
const tellingLogOdds = 0.5;
/** The recogniser's clock is not as fine as the detector's. */
const slackSeconds = 0.3;

interface Weighed {
  endedAt: number;
  logOdds: number;
  phrase: string | undefined;
}

let table: ReadonlyMap<string, number> | undefined;

/** Read when the first words are heard: most calls have none. */
function weights(): ReadonlyMap<string, number> {
  table ??= new Map(
    phraseTable
      .trim()
      .split('\n')
      .map((line) => {
        const space = line.indexOf(' ');
        return [line.slice(space + 1), Number(line.slice(0, space))];
      }),
  );
  return table;
}

export function createWords(): Words {
  let heard: Weighed[] = [];

  /**
   * For a person it fades, for he may have gone. Against one it counts as long as no other voice has followed: what a recording said is no
   * evidence against who speaks after it. Silence after a recording makes nobody of it, however late its words are understood.
   */
  function share({ endedAt, logOdds }: Weighed, at: number, voiceFrom: number, pauseSeconds: number): number {
    const age = at - endedAt - (logOdds > 0 ? 0 : pauseSeconds);
    if (age > lastsSeconds || age < -lastsSeconds) return 0;
    if (logOdds > 0) return Math.min(1, 1 - age / lastsSeconds);
    return endedAt > voiceFrom - slackSeconds ? 1 : 0;
  }

  function sum(at: number, voiceFrom: number, pauseSeconds = 0): number {
    const total = heard.reduce(
      (all, each) => all + each.logOdds * share(each, at, voiceFrom, pauseSeconds),
      0,
    );
    return Math.max(leastLogOdds, Math.min(mostLogOdds, total));
  }

  return {
    hear({ startedAt, endedAt, text, isFinal }) {
      const { logOdds, phrase } = weigh(text, weights());
      heard = heard.filter(
        (each) => each.endedAt < startedAt + slackSeconds && startedAt - each.endedAt < lastsSeconds,
      );
      // How a sentence ends may turn it: "thank you for holding", and then "this is Mark".
      if (isFinal || logOdds > 0) heard.push({ endedAt, logOdds: Math.max(leastLogOdds, logOdds), phrase });
    },
    logOdds: sum,
    phrase(at, voiceFrom, pauseSeconds = 0) {
      const total = sum(at, voiceFrom, pauseSeconds);
      if (Math.abs(total) < tellingLogOdds) return undefined;
      return heard
        .filter((each) => share(each, at, voiceFrom, pauseSeconds) > 0)
        .toSorted((one, other) => Math.sign(total) * (other.logOdds - one.logOdds))[0]?.phrase;
    },
  };
}
