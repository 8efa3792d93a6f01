import { call } from '../../api/client.ts';
import { useAnswer } from '../../controls/use-answer.ts';
import { writeRough } from '../../text/formats.ts';
import { systemReport } from '../../state/gateway/system.ts';
import { nameCountry } from '../../text/countries.ts';
import { tellNeverDialled } from '../../text/never-dialled.ts';
import { Section } from './section.tsx';

/** The dialling policy's limits and their use. Read-only: the policy is part of the configuration. */
export function PolicySection({ id }: { id: string }) {
  const spent = useAnswer(() => call('get', '/api/v1/spending'));
  const known = spent.value.value;
  const policy = systemReport.value?.policy;
  return (
    <Section
      id={id}
      name="Calling policy"
      fault={spent.fault.value}
      again={known === undefined ? () => void spent.read() : undefined}
    >
      <div class="card" hidden={known === undefined}>
        {known === undefined ? null : (
          <dl class="pol">
            <Row
              name="Countries"
              value={known.limits.allowed_countries.map(nameCountry).join(', ') || 'none'}
            />
            <Row name="Calls at once" value={String(known.limits.max_concurrent_calls)} />
            {policy === undefined ? null : <Row name="Never dialled" value={tellNeverDialled(policy)} />}
            <Row
              name="Calls in an hour"
              value={String(known.limits.max_calls_per_hour)}
              used={`${known.calls_last_hour} used`}
            />
            <Row
              name="Calls in a day"
              value={
                known.limits.max_calls_per_day === null ? 'no limit' : String(known.limits.max_calls_per_day)
              }
              used={`${known.calls_last_day} used`}
            />
            <Row
              name="Minutes in a day"
              value={
                known.limits.max_minutes_per_day === null
                  ? 'no limit'
                  : String(known.limits.max_minutes_per_day)
              }
              used={`${Math.round(known.minutes_last_day)} used`}
            />
            {policy === undefined ? null : (
              <Row name="Longest call" value={writeRough(policy.max_call_minutes * 60)} />
            )}
          </dl>
        )}
        <hr class="rule" />
        <div class="row0">
          <span class="muted sm">Set in the configuration, read at startup.</span>
        </div>
      </div>
    </Section>
  );
}

function Row({ name, value, used }: { name: string; value: string; used?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="num">
        {value} {used === undefined ? null : <span class="faint">({used})</span>}
      </dd>
    </div>
  );
}
