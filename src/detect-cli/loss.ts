import { encodeMulaw, mulawSamples } from '../audio/g711.ts';
import { telephoneRateHz } from '../audio/resample.ts';
import { AppError } from '../domain/errors.ts';
import { Concealment } from '../media/concealment.ts';
import { repeatableRandom } from './repeatable-random.ts';

export interface Loss {
  milliseconds: number;
  /** From the beginning of one gap to that of the next, on average. */
  everySeconds: number;
  /** Determines where the gaps are. */
  seed: number;
}

/** The frame clock reports long gaps in parts. */
const partOctets = 2_400;

/** `500/10`: 500 ms every 10 s; a third number is the seed. @throws AppError `invalid` */
export function readLoss(text: string): Loss {
  const [milliseconds = NaN, everySeconds = NaN, seed = 1, ...rest] = text.split('/').map(Number);
  const isLoss = milliseconds >= 20 && everySeconds * 1000 > milliseconds && Number.isInteger(seed);
  if (!isLoss || rest.length > 0)
    throw new AppError('invalid', '--lose takes milliseconds/seconds, like 500/10');
  return { milliseconds, everySeconds, seed };
}

/** A call with stretches lost, filled in as the service does it, or with silence. */
export function loseAudio(samples: Int16Array, loss: Loss, fillsWithSilence: boolean): Int16Array {
  const octets = Uint8Array.from(samples, (sample) => encodeMulaw(sample));
  const gap = Math.round((loss.milliseconds / 1000) * telephoneRateHz);
  const next = repeatableRandom(loss.seed);
  const concealment = new Concealment();
  let heardUntil = 0;
  const step = (): number => Math.round(loss.everySeconds * (0.5 + next()) * telephoneRateHz);
  for (let at = step(); at + gap < octets.length; at += Math.max(gap, step())) {
    concealment.hear(octets.subarray(heardUntil, at));
    heardUntil = at + gap;
    if (fillsWithSilence) octets.fill(0xff, at, heardUntil);
    else
      for (let part = at; part < heardUntil; part += partOctets)
        concealment.fill(octets.subarray(part, Math.min(part + partOctets, heardUntil)));
  }
  return Int16Array.from(octets, (octet) => mulawSamples[octet]!);
}
