import './facts.css';
import type { TalkSummary } from '../api/types.ts';
import type { LiveCall } from '../state/call/live-call.ts';
import { summaryOf } from '../state/call/summary.ts';

/** The result of a call; empty if there is no summary. */
export function SummaryCard({ live }: { live: LiveCall }) {
  const summary = summaryOf(live);
  if (summary === undefined) return null;
  return (
    <section class="card pad stack" aria-label="Summary">
      <div class="row between">
        <h2>Summary</h2>
        <span class="faint sm">made by a model</span>
      </div>
      <Points summary={summary} />
    </section>
  );
}

/** The same within a card. */
export function SummaryText({ live }: { live: LiveCall }) {
  const summary = summaryOf(live);
  if (summary === undefined) return null;
  return (
    <section aria-label="Summary">
      <Points summary={summary} />
    </section>
  );
}

function Points({ summary: { who, agreed, references, to_do: toDo } }: { summary: TalkSummary }) {
  return (
    <dl class="facts">
      <Point name="Who" texts={who === null ? [] : [who]} />
      <Point name="Agreed" texts={agreed === null ? [] : [agreed]} />
      <Point name="References" texts={references} isNumber />
      <Point name="To do" texts={toDo} />
    </dl>
  );
}

function Point({ name, texts, isNumber = false }: { name: string; texts: string[]; isNumber?: boolean }) {
  if (texts.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      {texts.map((text, index) => (
        <dd key={index} class={isNumber ? 'num' : undefined}>
          {text}
        </dd>
      ))}
    </div>
  );
}
