import type { TalkSummary } from '../api/types.ts';
import type { LiveCall } from './live-call.ts';

/** What was agreed: as the call has it, else as the stream told it. Gateways without summaries tell nothing. */
export function summaryOf(live: LiveCall): TalkSummary | undefined {
  const view: object = live.view.value;
  const kept = 'summary' in view ? readSummary(view.summary) : undefined;
  if (kept !== undefined) return kept;
  const event = live.story.value.findLast(({ type }) => (type as string) === 'call_summarised');
  const data: object = event?.data ?? {};
  return 'summary' in data ? readSummary(data.summary) : undefined;
}

function readSummary(value: unknown): TalkSummary | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { who, agreed, references, to_do: toDo, at } = value as Record<string, unknown>;
  const summary = {
    who: text(who),
    agreed: text(agreed),
    references: texts(references),
    to_do: texts(toDo),
    at: text(at) ?? '',
  };
  const isEmpty =
    summary.who === null && summary.agreed === null && summary.references.length + summary.to_do.length === 0;
  return isEmpty ? undefined : summary;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string' && each !== '') : [];
