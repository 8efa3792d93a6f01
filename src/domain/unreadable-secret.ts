/** A secret that is stored but cannot be read at present. */
export class UnreadableSecret {
  /** As it is stored; written back unchanged, since its key may be found again. */
  readonly stored: string;
  /** A sentence for the owner. */
  readonly why: string;

  constructor(stored: string, why: string) {
    this.stored = stored;
    this.why = why;
  }
}
