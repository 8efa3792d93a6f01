/** Speech synthesis for calls. */
export interface Speech {
  /**
   * What Asterisk plays for `text`: a `sound:…` as it is, a `file:…` of the configuration as it was recorded, anything else as the
   * voice says it. @throws AppError `unavailable`, `invalid` (nothing in it can be said)
   */
  media(text: string, signal?: AbortSignal): Promise<string>;
}

/** Played when a text cannot be synthesised; one of Asterisk's own sounds. */
export const plainGreeting = 'sound:one-moment-please';
