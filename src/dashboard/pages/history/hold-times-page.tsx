import './history.css';
import { useSignal } from '@preact/signals';
import type { CompanyWaits, HoldStatistics } from '../../api/types.ts';
import { HeatTable } from '../../charts/heat-table.tsx';
import { concludeHours } from '../../charts/hours.ts';
import { weekly } from '../../charts/periods.ts';
import { RangeTable } from '../../charts/range-table.tsx';
import { concludeWeeks, WeekBars } from '../../charts/week-bars.tsx';
import { Page } from '../../shell/page.tsx';
import { Unread } from '../../shell/stand-ins/unread.tsx';
import { useAnswer } from '../../controls/use-answer.ts';
import { writeNumber } from '../../text/formats.ts';
import { readHoldStatistics } from '../../state/calls/history.ts';
import { timeZone } from '../../text/days.ts';
import { dayNowMs } from '../../text/today.ts';
import { EmptyHistory } from './empty-history.tsx';
import { HistoryTabs } from './history-tabs.tsx';

const weeks = 12;
const dayMs = 86_400_000;

/** What earlier calls say about waiting: when to call, whom, and how much of it was done for you. */
export function HoldTimesPage() {
  const { value, fault, read } = useAnswer(() => {
    const now = new Date();
    return readHoldStatistics(new Date(now.getTime() - 366 * dayMs), now, timeZone());
  });
  const known = value.value;
  const tabs = <HistoryTabs current="holds" />;
  return (
    <Page title="Hold times" titleOnPhone actions={tabs} phoneActions={tabs}>
      {known === undefined ? (
        <Unread what="the hold times" fault={fault.value} again={() => void read()} />
      ) : known.by_company.length === 0 ? (
        <EmptyHistory
          title="No hold times yet"
          text="When people have answered your calls, this page shows how long each company lets you wait, and when to call."
        />
      ) : (
        <div class="charts">
          <WhenToCall statistics={known} />
          <section class="card">
            <h2>How long companies let you wait</h2>
            <p class="lead">{concludeCompanies(known.by_company)}</p>
            <RangeTable companies={[...known.by_company].sort((a, b) => b.p50 - a.p50)} />
            <p class="faint sm foot">
              Each dot is a call; the bar holds the middle half, the line is the median.
            </p>
          </section>
          <WaitedByWeek statistics={known} />
        </div>
      )}
    </Page>
  );
}

function WhenToCall({ statistics }: { statistics: HoldStatistics }) {
  const companies = [...statistics.by_company].sort((a, b) => b.samples.length - a.samples.length);
  const chosen = useSignal(companies[0]?.number ?? '');
  const company = companies.find(({ number }) => number === chosen.value) as CompanyWaits;
  const waits = statistics.by_hour.filter(({ number }) => number === chosen.value);
  return (
    <section class="card">
      <div class="row wrap">
        <div class="grow">
          <h2>When to call {titleOf(company)}</h2>
          <p class="lead">
            {concludeHours(waits)} <span class="faint">{countCalls(company.samples.length)}</span>
          </p>
        </div>
        <select
          class="input pick"
          aria-label="Company"
          value={chosen.value}
          onChange={(event) => (chosen.value = event.currentTarget.value)}
        >
          {companies.map((each) => (
            <option key={each.number} value={each.number}>
              {titleOf(each)}
            </option>
          ))}
        </select>
      </div>
      <HeatTable company={titleOf(company)} waits={waits} />
      <p class="faint sm foot">Minutes on hold, median. – no call at that hour yet.</p>
    </section>
  );
}

function WaitedByWeek({ statistics }: { statistics: HoldStatistics }) {
  const periods = weekly(statistics.by_day, weeks, dayNowMs());
  return (
    <section class="card">
      <h2>Waited for you, by week</h2>
      <p class="lead">{concludeWeeks(periods)}</p>
      <WeekBars weeks={periods} />
    </section>
  );
}

const titleOf = ({ company, number }: CompanyWaits): string =>
  company === '' ? writeNumber(number) : company;
const countCalls = (count: number): string => `${count} ${count === 1 ? 'call' : 'calls'}`;

function concludeCompanies(companies: readonly CompanyWaits[]): string {
  const sorted = companies.filter(({ samples }) => samples.length >= 3).sort((a, b) => b.p50 - a.p50);
  const [longest] = sorted;
  const shortest = sorted.at(-1);
  if (longest === undefined || shortest === undefined || longest === shortest)
    return 'Three calls to a company show what is usual there.';
  return `Longest at ${titleOf(longest)}, shortest at ${titleOf(shortest)}.`;
}
