import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import type { Recording } from '../../api/types.ts';
import { Icon } from '../../icons/icon.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Question } from '../../controls/question.tsx';
import { useAnswer } from '../../controls/use-answer.ts';
import { writeSpan } from '../../text/formats.ts';
import { me } from '../../state/gateway/session.ts';
import { systemReport } from '../../state/gateway/system.ts';
import { onStreamEvent } from '../../stream/connection.ts';
import { nameDate, nameMoment, tellMoment } from '../../text/days.ts';
import { nameOf } from '../../text/names.ts';
import { Section } from './section.tsx';

const pageSize = 10;
/** The gateway's maximum page size. */
const maxPageSize = 200;

/** The stored recordings, how long they are kept, and their deletion. */
export function RecordingsSection({ id }: { id: string }) {
  const count = useSignal(pageSize);
  const asked = useSignal<Recording | undefined>(undefined);
  const fault = useSignal<string | undefined>(undefined);
  const page = useAnswer(() => readRecordings(count.peek()));
  useEffect(
    () =>
      onStreamEvent(({ type }) => {
        if (type === 'recording_stopped' || type === 'recording_deleted') void page.read();
      }),
    [],
  );
  const known = page.value.value;
  const chosen = asked.value;
  const remove = async (recording: Recording) => {
    fault.value = undefined;
    try {
      await call('delete', '/api/v1/recordings/{recording_id}', { path: { recording_id: recording.id } });
    } catch (error) {
      fault.value = explain(error);
    }
    await page.read();
  };
  return (
    <Section
      id={id}
      name="Recordings"
      fault={page.fault.value ?? fault.value}
      again={known === undefined ? () => void page.read() : undefined}
    >
      <div class="card list" hidden={known === undefined}>
        <div class="it row0">
          <span>
            <b>{known === undefined ? '' : countText(known.total, known.total_size)}</b>
            <span class="muted sm">{retentionText()}</span>
          </span>
        </div>
        {(known?.recordings ?? []).map((recording) => (
          <div class="it row0" key={recording.id}>
            <span>
              <a class="touch" href={`/calls/${recording.call_id}`}>
                {nameOf(recording)}
              </a>
              <span class="muted sm">
                {nameMoment(recording.started_at)} · {describe(recording)}
              </span>
            </span>
            {me.value?.scope === 'admin' && isFinished(recording) ? (
              <GatewayButton
                class="btn sm hang"
                aria-label={`Delete the recording of ${nameOf(recording)}, ${nameMoment(recording.started_at)}`}
                onClick={() => (asked.value = recording)}
              >
                <Icon name="trash-2" />
                Delete
              </GatewayButton>
            ) : null}
          </div>
        ))}
        {known !== undefined && known.next_cursor !== null ? (
          <div class="it row0">
            <GatewayButton
              class="btn sm"
              onClick={() => {
                count.value += 50;
                void page.read();
              }}
            >
              Show more
            </GatewayButton>
          </div>
        ) : null}
      </div>
      {chosen === undefined ? null : (
        <Question
          id="delete-recording"
          title={`Delete the recording of ${nameOf(chosen)}?`}
          yes="Delete it"
          onYes={() => void remove(chosen)}
          onClose={() => (asked.value = undefined)}
        >
          It was made {tellMoment(chosen.started_at)}, and cannot be played again. The transcript and the
          events of the call are kept.
        </Question>
      )}
    </Section>
  );
}

/** The newest `count`. @throws ApiError */
async function readRecordings(count: number) {
  const read = (limit: number, cursor: string | null) =>
    call('get', '/api/v1/recordings', { query: { limit, ...(cursor === null ? {} : { cursor }) } });
  let page = await read(Math.min(count, maxPageSize), null);
  const recordings = [...page.recordings];
  while (page.next_cursor !== null && recordings.length < count) {
    page = await read(Math.min(count - recordings.length, maxPageSize), page.next_cursor);
    recordings.push(...page.recordings);
  }
  return { ...page, recordings };
}

const isFinished = ({ state }: Recording): boolean => state === 'kept' || state === 'lost';

function countText(total: number, bytes: number): string {
  if (total === 0) return 'None yet';
  return `${total} ${total === 1 ? 'recording' : 'recordings'}, ${sizeText(bytes)}`;
}

/** The configured retention, read at start. */
function retentionText(): string {
  const kept = systemReport.value?.recordings;
  if (kept === undefined) return '';
  const age = kept.keep_days === 0 ? 'Kept forever' : `Kept for ${kept.keep_days} days`;
  return `${age}, ${sizeText(kept.max_size)} at most: the oldest go first. Set in the configuration.`;
}

function describe({ state, duration, file_size: bytes, fault, expires_at: until }: Recording): string {
  if (state === 'recording') return 'is being recorded';
  if (state === 'finishing') return 'is being finished';
  if (state === 'lost') return `was lost${fault === null ? '' : `: ${fault}`}`;
  const parts = [writeSpan(duration), sizeText(bytes)];
  if (until !== null) parts.push(`kept until ${nameDate(until)}`);
  if (fault !== null) parts.push(fault);
  return parts.join(' · ');
}

function sizeText(bytes: number): string {
  return bytes >= 1e9 ? `${Number((bytes / 1e9).toFixed(1))} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
