import type { Context } from './context.ts';
import type { Evidence } from './evidence.ts';

/** Music this long is holding; shorter may be a jingle in a greeting. */
const holdMusicSeconds = 3;
/** Hold music of an earlier call is known at once. */
const knownMusicSimilarity = 0.75;

/** Why what plays is hold music; undefined when it is not, or not yet. */
export function holdMusicOf(
  { knownClass, knownSimilarity }: Pick<Evidence, 'knownClass' | 'knownSimilarity'>,
  { musicSeconds }: Pick<Context, 'musicSeconds'>,
): string | undefined {
  if (knownClass === 'music' && knownSimilarity > knownMusicSimilarity)
    return 'the hold music of this number';
  return musicSeconds >= holdMusicSeconds ? `music for ${holdMusicSeconds} s` : undefined;
}
