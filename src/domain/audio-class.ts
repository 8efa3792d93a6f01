/** The audio classes of the event stream, the database and the labelled corpus. */
export const audioClasses = [
  'silence',
  'ringing',
  'ivr_prompt',
  'music',
  'announcement',
  'live_human',
  'dtmf',
  'tone',
] as const;
export type AudioClass = (typeof audioClasses)[number];

/** These contain no words, however loud. */
export const wordlessClasses: readonly AudioClass[] = ['music', 'ringing', 'dtmf', 'tone'];
