import './call.css';
import './player.css';
import { useSignalEffect } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../icons/icon.tsx';
import { writeClock } from '../../text/formats.ts';
import { plannedCalls, shownCalls } from '../../state/calls/calls.ts';
import { isOver, type LiveCall } from '../../state/call/live-call.ts';
import { callAgain } from '../../state/calls/call-again.ts';
import { nameOf, subjectOf } from '../../text/names.ts';
import { explainEnd } from '../../text/status-texts.ts';
import { KeepFlow } from '../../call-parts/keep-flow.tsx';
import { PageFault } from '../../shell/stand-ins/page-fault.tsx';
import { Unread } from '../../shell/stand-ins/unread.tsx';
import { SummaryCard } from '../../call-parts/summary-text.tsx';
import { isPhone } from '../../shell/following/narrow.ts';
import { setPageName } from '../../shell/following/title.ts';
import { onReconnect, onStreamEvent } from '../../stream/connection.ts';
import { tellReasons, tellTries } from '../../text/again.ts';
import { nameMoment, tellMoment, writeDateAndTime } from '../../text/days.ts';
import { outcomeOf } from '../../text/outcomes.ts';
import { ordinal } from '../../text/queue.ts';
import { CancelPlanned } from '../now/lists/cancel-planned.tsx';
import { CallData } from './call-data.ts';
import { CallFacts } from './call-facts.tsx';
import { CallFigures } from './call-figures.tsx';
import { CallPicture } from './call-picture.tsx';
import { CallStory } from './call-story.tsx';
import { CallTranscript } from './call-transcript.tsx';
import { Playback } from './playback.ts';

/** Events that change more than they report. */
const readAnewAt: readonly string[] = [
  'call_ended',
  'call_failed',
  'call_edited',
  'recording_started',
  'recording_stopped',
  'recording_deleted',
  'call_summarised',
  'flow_learned',
];

/** One call with everything known about it, live or over. */
export function CallPage({ id = '' }: { id?: string }) {
  return <OneCall key={id} id={id} />;
}

/** Per-call state: the next call starts fresh. */
function OneCall({ id }: { id: string }) {
  const [data] = useState(() => new CallData());
  const [playback] = useState(() => new Playback());
  useEffect(() => () => playback.stop(), []);
  useSignalEffect(() => {
    const recording = data.recording.value;
    playback.take(recording?.state === 'kept' ? recording : undefined);
  });
  useEffect(() => {
    const read = () => void data.read(id);
    read();
    const stops = [
      onReconnect(read),
      onStreamEvent((event) => {
        if (event.call_id === id && readAnewAt.includes(event.type)) read();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [id]);
  // It may have been read before the stream knew it: prefer the live one, which updates.
  const live = [...shownCalls.value, ...plannedCalls.value].find((each) => each.id === id) ?? data.call.value;
  const title = live === undefined ? 'Call' : nameOf(live.view.value);
  useEffect(() => setPageName(title), [title]);
  return (
    <>
      <div class="mtop phone">
        <a class="btn quiet icon back" href="/calls" aria-label="Back to the history">
          <Icon name="chevron-left" />
        </a>
        <span class="muted">{live === undefined ? '' : nameMoment(live.view.value.started_at)}</span>
      </div>
      <div class="top desk crumbs sm">
        <a href="/calls">History</a>
        <span class="faint">/</span>
        <span class="muted">{live === undefined ? '' : spanOf(live)}</span>
      </div>
      {live === undefined ? <h1 class="loading-call">Call</h1> : null}
      {live === undefined ? (
        <Unread what="the call" fault={data.fault.value} again={() => void data.read(id)} />
      ) : (
        <>
          <PageFault text={data.fault.value} />
          <Loaded live={live} data={data} playback={playback} />
        </>
      )}
    </>
  );
}

function Loaded({ live, data, playback }: { live: LiveCall; data: CallData; playback: Playback }) {
  const view = live.view.value;
  const over = isOver(view.status);
  const isPlanned = view.status === 'scheduled';
  const outcome = outcomeOf(view);
  const heard = isPlanned ? null : (
    <div class="stack col" key="heard">
      <CallTranscript live={live} chunks={data.transcript.value} playback={playback} />
      <CallStory live={live} playback={playback} />
    </div>
  );
  const kept = (
    <div class="stack col" key="kept">
      <SummaryCard live={live} />
      <KeepFlow live={live} />
      <CallFacts live={live} data={data} />
    </div>
  );
  return (
    <>
      <div class="hd">
        <div class="grow">
          <h1>{nameOf(view)}</h1>
          <p class="muted">{subjectOf(view)}</p>
          <p class="on-paper">{spanOf(live, writeDateAndTime)}</p>
        </div>
        {over ? (
          <a class="btn primary" href={callAgain(view)}>
            <Icon name="phone-outgoing" />
            Call again
          </a>
        ) : isPlanned ? (
          <CancelPlanned live={live} className="btn" />
        ) : (
          <a class="btn primary" href="/">
            <Icon name="phone-call" />
            Open the live call
          </a>
        )}
        <button type="button" class="btn icon" aria-label="Print" onClick={() => window.print()}>
          <Icon name="printer" />
        </button>
      </div>
      {outcome.tone === 'missed' || outcome.tone === 'neutral' ? (
        <p class={`banner how ${outcome.tone === 'missed' ? 'bad' : 'plain'}`}>
          <Icon name={outcome.icon} />
          <span>{explainEnd(view)}</span>
        </p>
      ) : null}
      {isPlanned ? (
        <p class="banner plain how">
          <Icon name="calendar-clock" />
          <span>
            I place this call {tellMoment(view.started_at)}
            {view.attempt > 1 ? `, for the ${ordinal(view.attempt)} time` : ''}.{' '}
            {view.retry === null || view.attempt > 1
              ? ''
              : `If it is ${tellReasons(view.retry.on)}, I call again: ${tellTries(view.retry)}.`}
          </span>
        </p>
      ) : view.end_reason === 'cancelled' ? null : (
        <>
          <CallFigures live={live} />
          <CallPicture live={live} data={data} playback={playback} />
        </>
      )}
      {/* Below each other the note and the result come first: what was said may take dozens of screens. */}
      <div class="two">{isPhone.value ? [kept, heard] : [heard, kept]}</div>
    </>
  );
}

/** `today, 9:12 to 9:53`. */
function spanOf(live: LiveCall, write: (time: string) => string = nameMoment): string {
  const { started_at: began, ended_at: ended } = live.view.value;
  const isShown = ended !== null && writeClock(ended) !== writeClock(began);
  return `${write(began)}${isShown ? ` to ${writeClock(ended)}` : ''}`;
}
