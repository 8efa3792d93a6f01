import type { HeardWords } from '../types.ts';
import { phraseTable } from '../words/phrase-table.ts';
import { type Said, weigh, wordsOf } from '../words/phrases.ts';

/** What a transcript says for or against a person, in log-odds; fades within seconds. */
export interface Words {
  /** A later version or a correction replaces what it overlaps. */
  hear(words: HeardWords): void;
  /**
   * @param voiceFrom where the current or last voice began.
   * @param pauseSeconds since it sounded.
   */
  logOdds(at: number, voiceFrom: number, pauseSeconds?: number): number;
  /** The words that count now, for the reason. */
  phrase(at: number, voiceFrom: number, pauseSeconds?: number): string | undefined;
}

/**
 * How long words have their full weight: an agent falls silent after the greeting, and the words arrive only when the recogniser has
 * finished.
 */
const wholeSeconds = 1;
/** They then fade over this time. */
const lastsSeconds = 6;
/**
 * Words show what is said, not who says it: automated assistants introduce themselves, too. If the network hears a recording (−2,
 * `person-evidence.ts`), words alone reach the default threshold for ringing (0.2), but never the one for being sure (1.5).
 */
const maxLogOdds = 3.4;
/** If the network is certain of a person, words do not outweigh that: 6 − 4 is still sure. */
const minLogOdds = -4;
/** A sentence that is cut off in the middle sounds like a question. */
const cut = /[.,?!\s]+$/;
const sentenceEnd = /[.?!]\s+/;
/** Weaker evidence is not quoted as a reason. */
const tellingLogOdds = 0.5;
/** The recogniser's times are coarser than the detector's. */
const slackSeconds = 0.3;

/** This share of a sentence's words so far must be in its later version, or neither is trusted. */
const keptShare = 0.5;

interface Weighed {
  endedAt: number;
  logOdds: number;
  phrase: string | undefined;
}

let table: ReadonlyMap<string, number> | undefined;

/** Loaded with the first words: most calls have none. */
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

/**
 * Somebody who answers right after an announcement is heard in one stretch with it: a last sentence that does not speak against a person
 * counts by itself.
 */
function weighSaid(text: string): Said {
  const whole = weigh(text, weights());
  const last = text.split(sentenceEnd).at(-1) ?? '';
  if (whole.logOdds >= 0 || last.length === text.length || !last.includes(' ')) return whole;
  const newest = weigh(last, weights());
  return newest.logOdds >= 0 ? newest : whole;
}

/** One word that was misheard at first says nothing about its sentence. */
const minTelling = 2;

/** Another language gives different words each time in an English recogniser. The last word may have been cut off. */
function isKept(text: string, later: string): boolean {
  const words = wordsOf(text).slice(0, -1);
  if (words.length < minTelling) return true;
  const laterWords = new Set(wordsOf(later));
  return words.filter((word) => laterWords.has(word)).length >= words.length * keptShare;
}

export function createWords(): Words {
  let heard: Weighed[] = [];
  let newest: Pick<HeardWords, 'startedAt' | 'text'> | undefined;

  /**
   * Words for a person fade, since the person may have gone. Words against one count until another voice follows: what a recording
   * said is no evidence against the next speaker. Silence after a recording does not turn it into a person, however late its words
   * are understood.
   */
  function share({ endedAt, logOdds }: Weighed, at: number, voiceFrom: number, pauseSeconds: number): number {
    const age = at - endedAt;
    const countedAge = logOdds > 0 ? age : Math.max(0, age - pauseSeconds);
    if (countedAge > wholeSeconds + lastsSeconds || age < -lastsSeconds) return 0;
    if (logOdds > 0) return Math.min(1, 1 - (age - wholeSeconds) / lastsSeconds);
    return endedAt > voiceFrom - slackSeconds ? 1 : 0;
  }

  function sum(at: number, voiceFrom: number, pauseSeconds = 0): number {
    const total = heard.reduce(
      (all, each) => all + each.logOdds * share(each, at, voiceFrom, pauseSeconds),
      0,
    );
    return Math.max(minLogOdds, Math.min(maxLogOdds, total));
  }

  return {
    hear({ startedAt, endedAt, text, isFinal }) {
      const isUnderstood = newest?.startedAt !== startedAt || isKept(newest.text, text);
      newest = { startedAt, text };
      const { logOdds, phrase } = weighSaid(isFinal ? text : text.replace(cut, ''));
      heard = heard.filter(
        (each) => each.endedAt < startedAt + slackSeconds && startedAt - each.endedAt < lastsSeconds,
      );
      // Beginnings of sentences have weights of their own: "thank you for holding" says nothing before "this is Mark" has followed.
      if (isUnderstood) heard.push({ endedAt, logOdds: Math.max(minLogOdds, logOdds), phrase });
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
