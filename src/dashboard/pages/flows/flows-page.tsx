import './flows.css';
import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Page } from '../../shell/page.tsx';
import { PageFault } from '../../shell/stand-ins/page-fault.tsx';
import { Unread } from '../../shell/stand-ins/unread.tsx';
import { flows, readFlows } from '../../state/stored/flows.ts';
import { onReconnect } from '../../stream/connection.ts';
import { FoundWays } from './found-ways.tsx';
import './found-ways.css';
import { FlowRow } from './flow-row.tsx';

/** The stored flows. */
export function FlowsPage() {
  const { route } = useLocation();
  const words = useSignal('');
  const fault = useSignal<string | undefined>(undefined);
  const file = useRef<HTMLInputElement>(null);
  const read = () => {
    fault.value = undefined;
    readFlows().catch((error: unknown) => (fault.value = explain(error)));
  };
  useEffect(() => {
    read();
    return onReconnect(read);
  }, []);
  const importFlow = async (chosen: File) => {
    try {
      const body = JSON.parse(await chosen.text()) as never;
      const created = await call('post', '/api/v1/call-flows', { body });
      route(`/flows/${created.id}`);
    } catch (error) {
      fault.value = error instanceof SyntaxError ? 'There is no flow in this file.' : explain(error);
    }
  };
  const known = flows.value;
  const wanted = words.value.trim().toLowerCase();
  const shown = (known ?? []).filter(({ name, company, phone_number: number, tags }) =>
    [name, company, number, ...tags].some((text) => text.toLowerCase().includes(wanted)),
  );
  const pickFile = () => file.current?.click();
  return (
    <Page
      title="Flows"
      titleOnPhone
      actions={
        <>
          <GatewayButton class="btn" onClick={pickFile}>
            <Icon name="upload" />
            Import
          </GatewayButton>
          <a class="btn primary" href="/flows/new">
            <Icon name="plus" />
            New flow
          </a>
        </>
      }
      phoneActions={
        <>
          <GatewayButton class="btn icon" aria-label="Import" onClick={pickFile}>
            <Icon name="upload" />
          </GatewayButton>
          <a class="btn primary icon" aria-label="New flow" href="/flows/new">
            <Icon name="plus" />
          </a>
        </>
      }
    >
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="A flow as a file"
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (chosen !== undefined) void importFlow(chosen);
        }}
      />
      {known === undefined ? null : (
        <>
          <PageFault className="flows-fault" text={fault.value} />
          <FoundWays />
        </>
      )}
      {known === undefined ? (
        <Unread what="the flows" fault={fault.value} again={read} />
      ) : known.length === 0 ? (
        <section class="card empty">
          <span class="badge-a plain">
            <Icon name="route" />
          </span>
          <h2>No flows yet</h2>
          <p class="muted">
            A flow is the way through a company’s menu, step by step. With one, the next call goes straight to
            the queue.
          </p>
          <a class="btn primary" href="/flows/new">
            <Icon name="plus" />
            Create the first flow
          </a>
        </section>
      ) : (
        <>
          <div class="filters flow-filters" role="search">
            <div class="srch">
              <Icon name="search" />
              <input
                class="input"
                type="search"
                aria-label="Search the flows"
                placeholder="Name, company, number or tag"
                value={words.value}
                onInput={(event) => (words.value = event.currentTarget.value)}
              />
            </div>
          </div>
          {shown.length === 0 ? (
            <p class="none-found muted">No flow matches this.</p>
          ) : (
            <div class="card list">
              {shown.map((summary) => (
                <FlowRow key={summary.id} summary={summary} changed={read} />
              ))}
            </div>
          )}
        </>
      )}
    </Page>
  );
}
