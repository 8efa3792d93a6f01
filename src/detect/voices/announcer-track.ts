import { addTo, cepstrum, coefficients, distance, merge, newTimbre, type Timbre } from './timbre.ts';

/**
 * Whether the current voice is one of this call's recorded voices. A voice counts as recorded when music followed it and it was not
 * declared a person. A queue mostly has one announcer; an agent has another voice on another line.
 */
export interface AnnouncerTrack {
  step(heard: HeardVoice): void;
  /** Log-odds of a person by the likeness of the newest 2 s of voice alone; 0 while there is nothing to compare with. */
  readonly logOdds: number;
}

export interface HeardVoice {
  at: number;
  mel: Float32Array;
  isVoiced: boolean;
  musicSeconds: number;
  /** The call is being put through: whoever answers has another voice, person or recording. */
  isRinging: boolean;
  /** A person is declared: the voice is not a recording's, unless the declaration is taken back. */
  isPerson: boolean;
}

/** Music this long after a voice shows that it was a recording. */
const followingMusicSeconds = 1.2;
/** A pause this long may be between two voices. */
const utteranceGapSeconds = 0.6;
/** How far the mean log-mel of a step may lie below the loudest of its utterance; further down it measures the noise of the line. */
const loudWithin = 3;
const loudAbove = -11;
/** Steps of the newest voice that are compared: few, so that another speaker who takes over is noticed. */
const newestSteps = 25;
/**
 * A different voice counts in full once 1.2 s of it were heard: the voice-like start of hold music is mostly shorter. With 2 s, two of
 * 64 people in composed calls were missed.
 */
const wholeVoiceSteps = 15;
const minSteps = 5;
const minKnownSteps = 12;
const maxKnown = 6;
/** The distance of a voice from itself shrinks with the number of steps averaged. */
const sameVoice = { floor: 0.32, perStep: 2.7, width: 0.12 };
/** Share of people who sound different from the call's recordings. */
const newIfPerson = 0.9;
/** Prior counts: how many recordings of a call have a new voice and how many a known one, until the call shows it. */
const newBefore = 0.5;
const sameBefore = 1.5;
/**
 * Lower bound, however long one voice made all announcements: the next piece of music may be sung, or begin with a sample of speech.
 * Without it, after an hour of one announcer the first such piece was declared a person.
 */
const minNewIfRecorded = 0.17;

/** Distance beyond which a mean over `steps` steps belongs to another voice. */
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
    if (known.length === 0 || newest.length < minSteps) return 0;
    scratch.fill(0);
    for (const each of newest)
      for (let k = 0; k < coefficients; k++) scratch[k] = scratch[k]! + each[k]! / newest.length;
    const isNew = newness(scratch, newest.length);
    const newIfRecorded = Math.max(minNewIfRecorded, newVoices / (newVoices + sameVoices));
    const share = (likely: number): number => isNew * likely + (1 - isNew) * (1 - likely);
    const forPerson = Math.log(share(newIfPerson) / share(newIfRecorded));
    return forPerson > 0 ? forPerson * Math.min(1, newest.length / wholeVoiceSteps) : forPerson;
  }

  function closeRecordings(): void {
    const recordings = open.filter(({ timbre, wasPerson }) => !wasPerson && timbre.steps >= minKnownSteps);
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
    else if (known.length < maxKnown) known.push(timbre);
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
      if (newest.length >= minSteps) logOdds = weigh();
    },
  };
}
