import type { Journal } from '../calls/store.ts';
import type { StoredEvent } from '../domain/events.ts';

const pageSize = 1_000;
const maxChunks = 50_000;

/** Every transcript event of a call, oldest first. */
export async function readTranscript(journal: Pick<Journal, 'read'>, callId: string): Promise<StoredEvent[]> {
  const chunks: StoredEvent[] = [];
  while (chunks.length < maxChunks) {
    const since = chunks.at(-1)?.id ?? 0;
    const page = await journal.read(since, { callId, types: ['transcript_chunk'] }, pageSize);
    chunks.push(...page);
    if (page.length < pageSize) break;
  }
  return chunks;
}
