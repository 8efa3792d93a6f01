/** What this gateway cannot do yet: its places on the pages stay empty instead of promising it. */
export const abilities: Readonly<
  Record<'recording' | 'transcription' | 'listening' | 'browserPhone' | 'push', boolean>
> = {
  recording: false,
  transcription: false,
  listening: false,
  browserPhone: true,
  push: true,
};
