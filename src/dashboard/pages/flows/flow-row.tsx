import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import type { FlowSummary } from '../../api/types.ts';
import { Icon } from '../../icons/icon.tsx';
import { Fault } from '../../controls/fault.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Menu } from '../../controls/menu.tsx';
import { Question } from '../../controls/question.tsx';
import { writeNumber } from '../../text/formats.ts';
import { nameDate } from '../../text/days.ts';
import { stepTexts, tellStep } from '../../text/flow-texts.ts';

export interface FlowRowProps {
  summary: FlowSummary;
  changed: () => void;
}

/** One flow: its purpose, its steps as icons, its results. */
export function FlowRow({ summary, changed }: FlowRowProps) {
  const { route } = useLocation();
  const asksToDelete = useSignal(false);
  const fault = useSignal<string | undefined>(undefined);
  const { id, name, company, phone_number: number, success_count: reached, fail_count: missed } = summary;
  const runs = reached + missed;
  const duplicate = async () => {
    const { steps, tags, description } = await call('get', '/api/v1/call-flows/{flow_id}', {
      path: { flow_id: id },
    });
    const copy = await call('post', '/api/v1/call-flows', {
      body: { name: `${name} (copy)`.slice(0, 100), company, phone_number: number, description, tags, steps },
    });
    route(`/flows/${copy.id}`);
  };
  const attempt = (work: () => Promise<void>) => {
    fault.value = undefined;
    work().catch((error: unknown) => (fault.value = explain(error)));
  };
  return (
    <article class="it fl">
      <div class="fl-n">
        <h2>
          <a class="touch" href={`/flows/${id}`}>
            {name}
          </a>
        </h2>
        <p class="muted sm clip">
          {company === '' ? '' : `${company} · `}
          <span class="tel">{writeNumber(number)}</span>
        </p>
      </div>
      <Chain summary={summary} />
      <div class="fl-r">
        {runs === 0 ? (
          <span class="sm faint">not used yet</span>
        ) : (
          <>
            <meter
              class="meter"
              min={0}
              max={runs}
              value={reached}
              aria-label={`${reached} of ${runs} reached you`}
            />
            <span class="sm num" aria-hidden="true">
              <b>{reached}</b> of {runs} <span class="faint">reached you</span>
            </span>
          </>
        )}
      </div>
      <span class="faint sm desk fl-t">
        {summary.last_run_at === null ? '' : nameDate(summary.last_run_at)}
      </span>
      <div class="row fl-a">
        <a class="btn sm" href={`/?new&number=${encodeURIComponent(number)}&flow=${encodeURIComponent(id)}`}>
          <Icon name="phone-outgoing" />
          Call
        </a>
        <Menu label={`More for ${name}`}>
          <GatewayButton onClick={() => attempt(duplicate)}>
            <Icon name="copy" />
            Duplicate
          </GatewayButton>
          <GatewayButton onClick={() => attempt(() => exportFlow(id))}>
            <Icon name="download" />
            Export
          </GatewayButton>
          <GatewayButton class="hang" onClick={() => (asksToDelete.value = true)}>
            <Icon name="trash-2" />
            Delete
          </GatewayButton>
        </Menu>
      </div>
      <Fault className="fl-err" text={fault.value} />
      {asksToDelete.value ? (
        <Question
          id={`delete-${id}`}
          title={`Delete “${name}”?`}
          yes="Delete"
          onYes={() =>
            attempt(async () => {
              await call('delete', '/api/v1/call-flows/{flow_id}', { path: { flow_id: id } });
              changed();
            })
          }
          onClose={() => (asksToDelete.value = false)}
        >
          Calls that used it stay in the history.
        </Question>
      ) : null}
    </article>
  );
}

const maxSigns = 9;

function Chain({ summary: { outline, step_count: count } }: { summary: FlowSummary }) {
  const told = outline.map(tellStep).join(', ');
  const further = count - outline.length;
  return (
    <span
      class="chain"
      role="img"
      aria-label={`Steps: ${told}${further === 0 ? '' : ` and ${further} more`}`}
    >
      {outline.slice(0, maxSigns).map((step, index) => (
        <span class={`ch-s ${step.type === 'TRANSFER' ? 'goal' : ''}`} key={index}>
          {step.type === 'DTMF' ? (
            <b class="num">{maskedDigits(step.dtmf)}</b>
          ) : (
            <Icon name={stepTexts[step.type].icon} />
          )}
        </span>
      ))}
      {count > maxSigns ? <span class="ch-s">…</span> : null}
    </span>
  );
}

/** More than two digits may be someone's number. */
function maskedDigits(dtmf = ''): string {
  return dtmf.length > 4 ? `••${dtmf.slice(-2)}` : dtmf;
}

async function exportFlow(id: string): Promise<void> {
  const flow = await call('get', '/api/v1/call-flows/{flow_id}', { path: { flow_id: id } });
  const { name, company, phone_number, description, tags, steps } = flow;
  const text = JSON.stringify({ name, company, phone_number, description, tags, steps }, null, 2);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `${name.replace(/[^\w-]+/g, '-') || 'flow'}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
