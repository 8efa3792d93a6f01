import type { TalkSummary } from '../../api/types.ts';
import type { LiveCall } from './live-call.ts';

/** What was agreed: from the call, else from the stream. Undefined when the call had no result. */
export function summaryOf(live: LiveCall): TalkSummary | undefined {
  const event = live.story.value.findLast(({ type }) => type === 'call_summarised');
  const told = event?.type === 'call_summarised' ? event.data.summary : undefined;
  const summary = live.view.value.summary ?? told;
  if (summary === undefined) return undefined;
  const { who, agreed, references, to_do: toDo } = summary;
  return who === null && agreed === null && references.length + toDo.length === 0 ? undefined : summary;
}
