import { countBits, unpackFingerprints } from './fingerprint.ts';

/** Share of the bits that may differ, over at most 75 words. */
const maxDifferent = 0.27;
const longestWords = 75;
/** One second. */
const shortestWords = 25;

/** Whether two packed fingerprints hold the same sound at some offset; false for bytes that are not fingerprints. */
export function isSameSound(one: Uint8Array, other: Uint8Array): boolean {
  const words = unpackFingerprints(other)?.words;
  return words !== undefined && holdsSound(one, words);
}

/** The same for words that are not packed yet. */
export function holdsSound(fingerprint: Uint8Array, given: Uint32Array): boolean {
  const unpacked = unpackFingerprints(fingerprint)?.words;
  if (!unpacked) return false;
  const [theirs, words] = [afterSilence(unpacked), afterSilence(given)];
  const shared = Math.min(theirs.length, words.length, longestWords);
  if (shared < shortestWords) return false;
  const fewest = shared * 32 * maxDifferent;
  for (let offset = -(words.length - shared); offset <= theirs.length - shared; offset++) {
    const mine = Math.max(0, -offset);
    const their = Math.max(0, offset);
    let different = 0;
    for (let k = 0; k < shared && different < fewest; k++)
      different += countBits((words[mine + k] ?? 0) ^ (theirs[their + k] ?? 0));
    if (different < fewest) return true;
  }
  return false;
}

/** Without the digital silence before a refused recording, whose words are 0: it is like any other. */
function afterSilence(words: Uint32Array): Uint32Array {
  const first = words.findIndex((word) => word !== 0);
  return words.subarray(first < 0 ? words.length : first);
}
