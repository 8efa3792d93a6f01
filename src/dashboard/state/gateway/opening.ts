import { signal } from '@preact/signals';
import type { ApiError } from '../../api/errors.ts';

export interface OpeningFault {
  readonly error: ApiError | undefined;
  /** When the page asks again, epoch ms. */
  readonly againAtMs: number;
}

/** Why the page does not know yet who uses it; undefined once the gateway said. */
export const openingFault = signal<OpeningFault | undefined>(undefined);
