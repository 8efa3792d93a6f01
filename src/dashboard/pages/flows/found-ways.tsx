import { call } from '../../api/client.ts';
import type { CallSummary, StreamEvent } from '../../api/types.ts';
import { KeepWay } from '../../shell/keep-flow.tsx';
import { useAnswer } from '../../shell/use-answer.ts';
import { writeDay, writeNumber } from '../../state/formats.ts';
import { type FoundWay, foundWayOf, learnedFlowOf } from '../../state/found-way.ts';
import { nameOf } from '../../state/names.ts';

/** So many calls back is looked. */
const lookedAt = 12;
const eventsAtOnce = 1000;

interface Found {
  summary: CallSummary;
  way: FoundWay;
}

/** Ways through menus that the last calls found and nobody kept yet; nothing where there are none. */
export function FoundWays() {
  const found = useAnswer(readFound);
  // What was kept just now stays, to say so.
  const shown = found.value.value ?? [];
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="found-ways" class="found-ways">
      <h2 id="found-ways">Found ways</h2>
      <ul class="card list">
        {shown.map(({ summary, way }) => (
          <li class="it found-way" key={summary.call_id}>
            <span class="grow">
              <a class="clip block" href={`/calls/${summary.call_id}`}>
                <b>{nameOf(summary)}</b>
              </a>
              <span class="muted sm clip block">
                {way === 'mended' ? 'The way has changed · ' : ''}
                {writeDay(summary.started_at)} ·{' '}
                {summary.intent === '' ? writeNumber(summary.number) : summary.intent}
              </span>
            </span>
            <KeepWay callId={summary.call_id} way={way} />
          </li>
        ))}
      </ul>
    </section>
  );
}

async function readFound(): Promise<Found[]> {
  const { calls } = await call('get', '/api/v1/calls', { query: { state: 'ended', limit: lookedAt } });
  const found = await Promise.all(
    calls.filter(({ mode }) => mode === 'hold_slayer').map((summary) => look(summary)),
  );
  return found.filter((each) => each !== undefined);
}

async function look(summary: CallSummary): Promise<Found | undefined> {
  const path = { call_id: summary.call_id };
  const { events } = await call('get', '/api/v1/calls/{call_id}/events', {
    path,
    query: { limit: eventsAtOnce },
  });
  const story = events as unknown as StreamEvent[];
  if (foundWayOf(story, { status: summary.status, call_flow_id: null }) === undefined) return undefined;
  if (learnedFlowOf(summary.call_id) !== undefined) return undefined;
  const view = await call('get', '/api/v1/calls/{call_id}', { path });
  const way = foundWayOf(story, view);
  return way === undefined ? undefined : { summary, way };
}
