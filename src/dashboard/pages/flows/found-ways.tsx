import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import type { CallSummary, StreamEvent } from '../../api/types.ts';
import { Fault } from '../../controls/fault.tsx';
import { KeepWay } from '../../call-parts/keep-flow.tsx';
import { useAnswer } from '../../controls/use-answer.ts';
import { readEvents } from '../../state/calls/calls.ts';
import { writeDay } from '../../text/formats.ts';
import { type FoundWay, foundWayOf, learnedFlowOf } from '../../state/call/found-way.ts';
import { nameOf, subjectOf } from '../../text/names.ts';

/** How many recent calls are checked. */
const lookedAt = 12;

interface Found {
  summary: CallSummary;
  way: FoundWay;
  story: readonly StreamEvent[];
}

/** Paths through menus that recent calls found and nobody has saved yet; empty if there are none. */
export function FoundWays() {
  const found = useAnswer(readFound);
  // A path saved just now stays visible, to confirm it.
  const shown = found.value.value?.ways ?? [];
  const fault = found.fault.value ?? found.value.value?.fault ?? '';
  if (shown.length === 0 && fault === '') return null;
  return (
    <section aria-labelledby="found-ways" class="found-ways">
      <h2 id="found-ways">Routes found</h2>
      <Fault text={fault} />
      <ul class="card list" hidden={shown.length === 0}>
        {shown.map(({ summary, way, story }) => (
          <li class="it found-way" key={summary.call_id}>
            <span class="grow">
              <a class="clip block" href={`/calls/${summary.call_id}`}>
                <b>{nameOf(summary)}</b>
              </a>
              <span class="muted sm clip block">
                {way === 'repaired' ? 'The menu has changed · ' : ''}
                {writeDay(summary.started_at)} · {subjectOf(summary)}
              </span>
            </span>
            <KeepWay callId={summary.call_id} way={way} story={story} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A call that cannot be read does not hide the others. */
async function readFound(): Promise<{ ways: Found[]; fault: string }> {
  const { calls } = await call('get', '/api/v1/calls', { query: { state: 'ended', limit: lookedAt } });
  const looked = await Promise.allSettled(
    calls.filter(({ mode }) => mode === 'hold_slayer').map((summary) => look(summary)),
  );
  const ways = looked.flatMap((each) => (each.status === 'fulfilled' ? (each.value ?? []) : []));
  const failed = looked.find(({ status }) => status === 'rejected');
  return { ways, fault: failed?.status === 'rejected' ? explain(failed.reason) : '' };
}

async function look(summary: CallSummary): Promise<Found | undefined> {
  const path = { call_id: summary.call_id };
  const story = await readEvents(summary.call_id);
  if (foundWayOf(story, { status: summary.status, call_flow_id: null }) === undefined) return undefined;
  if (learnedFlowOf(summary.call_id, story) !== undefined) return undefined;
  const view = await call('get', '/api/v1/calls/{call_id}', { path });
  const way = foundWayOf(story, view);
  return way === undefined ? undefined : { summary, way, story };
}
