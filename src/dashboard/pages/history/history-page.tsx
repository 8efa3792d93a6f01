import './history.css';
import { useSignal } from '@preact/signals';
import { type LocationHook, useLocation } from 'preact-iso';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../icons/icon.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Page } from '../../shell/page.tsx';
import { PageFault } from '../../shell/stand-ins/page-fault.tsx';
import { isOffline } from '../../state/gateway/reach.ts';
import type { HistoryQuery, OutcomeFilter } from '../../state/calls/history.ts';
import { onReconnect, onStreamEvent } from '../../stream/connection.ts';
import { dayNowMs } from '../../text/today.ts';
import { byDay, CallList } from './call-list.ts';
import { EmptyHistory } from './empty-history.tsx';
import { HistoryRow } from './history-row.tsx';
import { HistorySummary } from './history-summary.tsx';
import { HistoryTabs } from './history-tabs.tsx';

const pauseMs = 250;
const outcomes: readonly { value: OutcomeFilter; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'reached', name: 'Reached you' },
  { value: 'missed', name: 'Did not' },
];

/** The list as it was left: whoever comes back from one of its calls finds all of it, at the same place. */
let left: { list: CallList; search: string; scrollY: number } | undefined;

/** The finished calls. */
export function HistoryPage() {
  // Missing in the router's types.
  const { query, route, wasPush } = useLocation() as LocationHook & { wasPush: boolean };
  const [asked] = useState(() => askedBy(query));
  const [known] = useState(() => (left?.search === searchOf(asked) ? left : undefined));
  const [list] = useState(() => known?.list ?? new CallList());
  const words = useSignal(asked.words);
  const outcome = useSignal(asked.outcome);
  /** The search in the address that this page wrote last, or came with. */
  const kept = useRef(searchOf(asked));
  const endings = useSignal(0);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (query['search'] !== undefined) field.current?.focus();
  }, [query['search']]);

  const ask = () => {
    clearTimeout(pause.current);
    const wanted = { words: words.value, outcome: outcome.value };
    kept.current = searchOf(wanted);
    // Back from a call that was found, the same calls are listed. Words typed just before the page was left are asked for when the
    // address is another page's.
    if (location.pathname === '/calls' && location.search !== kept.current)
      route(`/calls${kept.current}`, true);
    void list.ask(wanted);
  };
  // A link or Back leads to another list of the same page.
  useEffect(() => {
    const wanted = askedBy(query);
    // Until the next page has loaded this one stays, with the next one's address.
    if (location.pathname !== '/calls' || searchOf(wanted) === kept.current) return;
    words.value = wanted.words;
    outcome.value = wanted.outcome;
    ask();
  }, [query['q'], query['outcome']]);
  useLayoutEffect(() => {
    if (known !== undefined && !wasPush) window.scrollTo(0, known.scrollY);
    return () => {
      left = { list, search: kept.current, scrollY: window.scrollY };
    };
  }, []);
  /** Of the first of the calls that were asked for: whoever pressed *Show more* goes on there. */
  const goesOn = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    const row = goesOn.current;
    if (row === undefined || list.isLoading.value) return;
    goesOn.current = undefined;
    const { activeElement: at } = document;
    if (at === document.body || at?.closest('.more') != null)
      document.querySelectorAll<HTMLElement>('.hrow')[row]?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (known === undefined) ask();
    else void list.refresh();
    const renew = () => {
      endings.value += 1;
      void list.refresh();
    };
    const stopEvents = onStreamEvent(({ type }) => {
      if (type === 'call_ended' || type === 'call_failed') renew();
    });
    const stopReconnects = onReconnect(renew);
    return () => {
      clearTimeout(pause.current);
      stopEvents();
      stopReconnects();
    };
  }, []);

  const calls = list.calls.value;
  // Once the gateway is back, the list is read again by itself.
  const isAwaited = list.fault.value === undefined || isOffline.value;
  // Not by what is typed: of words that are being deleted nothing was found yet, and whoever types on types into the field.
  if (list.isNone.value)
    return (
      <Page title="History" titleOnPhone>
        <EmptyHistory />
      </Page>
    );
  const tabs = <HistoryTabs current="calls" />;
  return (
    <Page title="History" titleOnPhone actions={tabs} phoneActions={tabs}>
      <HistorySummary version={endings.value} />
      <div class="filters" role="search">
        <div class="srch">
          <Icon name="search" />
          <input
            class="input"
            type="search"
            ref={field}
            aria-label="Search the history"
            placeholder="Company, number or what was said"
            maxLength={100}
            value={words.value}
            onInput={(event) => {
              words.value = event.currentTarget.value;
              clearTimeout(pause.current);
              pause.current = setTimeout(ask, pauseMs);
            }}
          />
        </div>
        <div class="segc" role="group" aria-label="Outcome">
          {outcomes.map(({ value, name }) => (
            <button
              key={value}
              type="button"
              aria-pressed={outcome.value === value}
              onClick={() => {
                outcome.value = value;
                ask();
              }}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      <PageFault text={list.fault.value}>
        <GatewayButton class="btn sm" onClick={ask}>
          Try again
        </GatewayButton>
      </PageFault>
      <p class="vh" role="status">
        {calls !== undefined ? countCalls(list.total.value) : isAwaited ? 'Loading your calls' : ''}
      </p>
      {calls === undefined ? (
        isAwaited && <Outlines />
      ) : calls.length === 0 ? (
        <p class="none-found muted">No call matches this.</p>
      ) : (
        byDay(calls, dayNowMs()).map((group) => (
          <section class="hg" key={group.day}>
            <h2 class="gh">{group.day}</h2>
            <div class="card list">
              {group.calls.map((call) => (
                <HistoryRow key={call.call_id} call={call} />
              ))}
            </div>
          </section>
        ))
      )}
      {calls === undefined || calls.length === 0 ? null : (
        <p class="more">
          <span>
            {calls.length} of {countCalls(list.total.value)}
          </span>
          {list.hasMore.value ? (
            <GatewayButton
              class="btn"
              disabled={list.isLoading.value}
              onClick={() => {
                goesOn.current = calls.length;
                void list.readMore();
              }}
            >
              Show more
            </GatewayButton>
          ) : null}
        </p>
      )}
    </Page>
  );
}

function askedBy(query: Record<string, string>): HistoryQuery {
  return {
    words: query['q'] ?? '',
    outcome: outcomes.find(({ value }) => value === query['outcome'])?.value ?? 'all',
  };
}

/** `?q=claim&outcome=missed`; '' for all calls. */
function searchOf({ words, outcome }: HistoryQuery): string {
  const asked = new URLSearchParams();
  if (words.trim() !== '') asked.set('q', words.trim());
  if (outcome !== 'all') asked.set('outcome', outcome);
  return asked.size === 0 ? '' : `?${asked}`;
}

const countCalls = (count: number): string => `${count} ${count === 1 ? 'call' : 'calls'}`;

function Outlines() {
  return (
    <div class="card list outlines" aria-hidden="true">
      {[1, 2, 3, 4].map((row) => (
        <div class="it hrow" key={row} />
      ))}
    </div>
  );
}
