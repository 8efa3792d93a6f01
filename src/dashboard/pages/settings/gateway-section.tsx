import { useAnswer } from '../../controls/use-answer.ts';
import { health, readHealth } from '../../state/gateway/gateway.ts';
import { readSystem, type SystemReport, systemReport } from '../../state/gateway/system.ts';
import { withLocalTimes } from '../../text/days.ts';
import { Section } from './section.tsx';

interface Part {
  name: string;
  /** Undefined: not known. */
  isOk: boolean | undefined;
  text: string;
}

/** Whether everything a call needs is available. */
export function GatewaySection({ id }: { id: string }) {
  // What cannot be read keeps its last value.
  const report = useAnswer(() => Promise.all([readHealth(), readSystem()]));
  const known = health.value;
  const system = systemReport.value;
  const parts: Part[] = [];
  if (known !== undefined) {
    const { asterisk, database } = known;
    parts.push({
      name: 'Asterisk',
      isOk: asterisk.ok,
      text: asterisk.ok
        ? releaseOf(asterisk.version ?? 'connected')
        : withLocalTimes(asterisk.detail ?? 'away'),
    });
    if (system !== undefined) parts.push(trunkPart(system.trunk));
    parts.push({
      name: 'Database',
      isOk: database.ok,
      text: database.ok
        ? `works${keptText(system?.events.keep_days)}`
        : withLocalTimes(database.detail ?? 'away'),
    });
    if (system?.disk != null) {
      const { used, limit } = system.disk;
      parts.push({
        name: 'Disk',
        isOk: used < limit * 0.95,
        text: `${gigabytes(used)} GB used, ${gigabytes(limit - used)} GB free`,
      });
    }
  }
  return (
    <Section
      id={id}
      name="Gateway"
      fault={report.fault.value}
      again={report.value.value === undefined ? () => void report.read() : undefined}
    >
      <div class="card">
        {parts.length === 0 ? null : (
          <ul class="parts">
            {parts.map(({ name, isOk, text }) => (
              <li class="part" key={name}>
                <b>
                  <span class={`dot ${isOk === undefined ? '' : isOk ? 'ok' : 'bad'}`} />
                  {name}
                  {isOk === false ? <span class="vh">: has a fault</span> : null}
                </b>
                <span class="muted sm">{text}</span>
              </li>
            ))}
          </ul>
        )}
        <hr class="rule" />
        <div class="row0">
          <span class="muted sm">
            Holdfast {known?.version ?? ''} ·{' '}
            <a class="touch" href="/api/docs" target="_blank">
              API reference
            </a>{' '}
            ·{' '}
            <a class="touch" href="/health" target="_blank">
              health
            </a>
          </span>
        </div>
      </div>
    </Section>
  );
}

/** Without what Debian adds: `22.10.1+dfsg+~cs6.17` is 22.10.1. */
const releaseOf = (version: string): string => version.replace(/[+~].*$/, '');

function trunkPart({ configured, host, reachable, registered, detail }: SystemReport['trunk']): Part {
  if (!configured) return { name: 'Trunk', isOk: false, text: detail ?? 'none is configured' };
  const where = host === null ? '' : ` at ${host}`;
  if (registered === false) return { name: 'Trunk', isOk: false, text: detail ?? `not registered${where}` };
  if (reachable === null)
    return {
      name: 'Trunk',
      isOk: detail === null ? undefined : false,
      text: detail ?? host ?? 'not known yet',
    };
  return {
    name: 'Trunk',
    isOk: reachable,
    text: reachable ? `answers${where}` : (detail ?? `silent${where}`),
  };
}

/** How long it keeps what happened and was said in calls; configured, and read at start. */
function keptText(days: number | undefined): string {
  if (days === undefined) return '';
  return days === 0 ? ', keeps events forever' : `, keeps events for ${days} days`;
}

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);
