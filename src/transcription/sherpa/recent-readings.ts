import { fingerprintSeconds } from '../../detect/repetition/fingerprint.ts';
import { isSameBetween, shiftOf, spareSeconds, SpeechPrint } from '../../detect/repetition/speech-print.ts';

const frameSamples = 160;
/** A queue's announcements, and the beginnings of each. */
const maxReadings = 40;

interface Reading {
  print: SpeechPrint;
  text: string;
}

/**
 * The words of the newest stretches. Many calls to one queue hear the same announcement at the same moment, before anybody knows its
 * words: read for each of them, 100 calls kept a core busy for more than a minute, and the words came too late to be of use.
 */
export class RecentReadings {
  readonly #read: (samples: Int16Array) => string;
  readonly #readings: Reading[] = [];

  constructor(read: (samples: Int16Array) => string) {
    this.#read = read;
  }

  /** The words in 8 kHz mono s16; '' for none. */
  textOf(samples: Int16Array): string {
    const print = printOf(samples);
    const known = this.#readings.find((each) => isSameStretch(print, each.print));
    if (known !== undefined) return known.text;
    const text = this.#read(samples);
    this.#readings.push({ print, text });
    if (this.#readings.length > maxReadings) this.#readings.shift();
    return text;
  }
}

function printOf(samples: Int16Array): SpeechPrint {
  const print = new SpeechPrint();
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples)
    print.take(samples.subarray(at, at + frameSamples));
  return print;
}

function isSameStretch(one: SpeechPrint, other: SpeechPrint): boolean {
  const to = one.words.length;
  if (Math.abs(to - other.words.length) * fingerprintSeconds > spareSeconds) return false;
  const shift = shiftOf(one, other, to);
  return shift !== undefined && isSameBetween(one, other, { shift, from: 0, to });
}
