import type { Journal } from '../store.ts';

/** Pages in which a transcript is gathered from the journal; more than a day of talking. */
const transcriptPageSize = 1_000;
const maxTranscriptChunks = 50_000;

/** What was said in a call, the oldest first. */
export async function readTranscript(journal: Pick<Journal, 'read'>, callId: string) {
  const chunks = [];
  let since = 0;
  while (chunks.length < maxTranscriptChunks) {
    const page = await journal.read(since, { callId, types: ['transcript_chunk'] }, transcriptPageSize);
    chunks.push(...page);
    since = page.at(-1)?.id ?? since;
    if (page.length < transcriptPageSize) break;
  }
  return chunks;
}
