/** Words made audible. */
export interface Speech {
  /**
   * What Asterisk plays for `text`: a `sound:…` as it is, a `file:…` of the configuration as it was recorded, anything else as the
   * voice says it. @throws AppError `unavailable`, `invalid` (nothing in it can be said)
   */
  media(text: string, signal?: AbortSignal): Promise<string>;
}

/** Played where a voice cannot say what it should; one of those that Asterisk has. */
export const plainGreeting = 'sound:one-moment-please';
