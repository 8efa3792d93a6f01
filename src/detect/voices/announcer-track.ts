import { addTo, cepstrum, coefficients, distance, merge, newTimbre, type Timbre } from './timbre.ts';

/**
 * Whether the voice that sounds is one that this call's recordings have. A voice is known for a recording's when music followed it and
 * nobody had taken it for a person; a queue mostly has one announcer, an agent is another voice on another line.
 */
export interface AnnouncerTrack {
  step(heard: HeardVoice): void;
  /** For or against a person, from the likeness of the newest seconds of voice alone; 0 while there is nothing to compare with. */
  readonly logOdds: number;
}

export interface HeardVoice {
  at: number;
  mel: Float32Array;
  isVoiced: boolean;
  musicSeconds: number;
  /** The call is passed on: who answers has another voice, be it a person or a recording. */
  isRinging: boolean;
  /** A person is declared: what is said is no recording's, unless that is taken back. */
  isPerson: boolean;
}

/** Music this long after a voice shows that it was a recording. */
const followingMusicSeconds = 1.2;
/** A pause this long may be between two voices. */
const utteranceGapSeconds = 0.6;
/** Mean log-mel below the loudest of the utterance, beyond which the noise of the line is measured rather than the voice. */
const loudWithin = 3;
const loudAbove = -11;
/** Of the newest voice, so that another who takes over is noticed. */
const newestSteps = 25;
/**
 * Another voice counts in full when 1.2 s of it were heard: what hold music begins with is mostly shorter. With 2 s, two of 64 persons
 * of composed calls were missed.
 */
const wholeVoiceSteps = 15;
const leastSteps = 5;
const leastKnownSteps = 12;
const mostKnown = 6;
/** Distances of one voice to itself shrink with the steps that they are taken over (docs/detection.md). */
const sameVoice = { floor: 0.32, perStep: 2.7, width: 0.12 };
/** Of persons, how many sound like another voice than the call's recordings. */
const newIfPerson = 0.9;
/** Of a call's recordings, how many have another voice than those before; until the call shows it, as if so many were heard. */
const newBefore = 0.5;
const sameBefore = 1.5;
/**
 * However long one voice made all announcements: the next piece of music may be sung, or begin with a sample of speech. Without this an
 * hour of one announcer made a person of the first such piece.
 */
const leastNewIfRecorded = 0.17;

/** A mean of so many steps that lies further away is another voice's. */
function limitFor(steps: number): number {
  return Math.sqrt(sameVoice.floor ** 2 + sameVoice.perStep / steps);
}

export function createAnnouncerTrack(): AnnouncerTrack {
  const known: Timbre[] = [];
  let newVoices = newBefore;
  let sameVoices = sameBefore;
  /** Voices since the last music, each with whether a person was declared during it. */
  let open: { timbre: Timbre; wasPerson: boolean }[] = [];
  const newest: Float64Array[] = [];
  const scratch = new Float64Array(coefficients);
  let peak = -Infinity;
  let logOdds = 0;
  let lastVoicedAt = -Infinity;

  function newness(mean: Float64Array, steps: number): number {
    const nearest = Math.min(...known.map((each) => distance(mean, each)));
    const limit = limitFor(steps);
    return 1 / (1 + Math.exp((1 - nearest / limit) / sameVoice.width));
  }

  function weigh(): number {
    if (known.length === 0 || newest.length < leastSteps) return 0;
    scratch.fill(0);
    for (const each of newest)
      for (let k = 0; k < coefficients; k++) scratch[k] = scratch[k]! + each[k]! / newest.length;
    const isNew = newness(scratch, newest.length);
    const newIfRecorded = Math.max(leastNewIfRecorded, newVoices / (newVoices + sameVoices));
    const share = (likely: number): number => isNew * likely + (1 - isNew) * (1 - likely);
    const forPerson = Math.log(share(newIfPerson) / share(newIfRecorded));
    return forPerson > 0 ? forPerson * Math.min(1, newest.length / wholeVoiceSteps) : forPerson;
  }

  function closeRecordings(): void {
    const recordings = open.filter(({ timbre, wasPerson }) => !wasPerson && timbre.steps >= leastKnownSteps);
    open = [];
    newest.length = 0;
    logOdds = 0;
    if (known.length > 0)
      for (const { timbre } of recordings) {
        const isNew = newness(timbre.mean, timbre.steps);
        newVoices += isNew;
        sameVoices += 1 - isNew;
      }
    for (const { timbre } of recordings) keep(timbre);
  }

  function keep(timbre: Timbre): void {
    const same = known.find((each) => distance(timbre.mean, each) < limitFor(timbre.steps));
    if (same) merge(same, timbre);
    else if (known.length < mostKnown) known.push(timbre);
  }

  function forget(): void {
    known.length = 0;
    open = [];
    newest.length = 0;
    logOdds = 0;
    newVoices = newBefore;
    sameVoices = sameBefore;
  }

  return {
    get logOdds() {
      return logOdds;
    },
    step({ at, mel, isVoiced, musicSeconds, isRinging, isPerson }) {
      if (isRinging) forget();
      if (musicSeconds >= followingMusicSeconds) {
        if (open.length > 0) closeRecordings();
        return;
      }
      const last = open.at(-1);
      if (last && isPerson) last.wasPerson = true;
      if (!isVoiced) return;
      if (!last || at - lastVoicedAt > utteranceGapSeconds) {
        open.push({ timbre: newTimbre(), wasPerson: isPerson });
        peak = -Infinity;
        newest.length = 0;
      }
      lastVoicedAt = at;
      let level = 0;
      for (const band of mel) level += band / mel.length;
      peak = Math.max(peak, level);
      if (level < Math.max(peak - loudWithin, loudAbove)) return;
      const cepstra = new Float64Array(coefficients);
      cepstrum(mel, cepstra);
      addTo(open.at(-1)!.timbre, cepstra);
      newest.push(cepstra);
      if (newest.length > newestSteps) newest.shift();
      if (newest.length >= leastSteps) logOdds = weigh();
    },
  };
}
