import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { sentence } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { announceAtOnce, Announcer } from '../../shell/overlays/announcer.tsx';
import { Mark } from '../../shell/brand.tsx';
import { DevicePicker } from '../../call-parts/device-picker.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Shield } from '../../controls/shield.tsx';
import { isSoundBlocked, unlockSound } from '../../shell/following/ring.ts';
import { actionState, waitAgain } from '../../state/calls/actions.ts';
import { callWithPerson } from '../../state/calls/calls.ts';
import { nowMs, serverNowMs } from '../../state/gateway/clock.ts';
import { writeSpan } from '../../text/formats.ts';
import type { HeardPerson, LiveCall } from '../../state/call/live-call.ts';
import { nameOf } from '../../text/names.ts';
import { answerFault, phoneDeviceId, phonePhase, ringHere } from '../../phone/phone.ts';
import { answerCallHere } from '../../phone/notices.ts';
import { isOffline } from '../../state/gateway/reach.ts';
import { ActionFault } from '../now/live/call-actions.tsx';
import { Clock } from '../now/hearing/clock.tsx';
import { baseRows, HandList } from '../now/live/hand-card.tsx';
import { isPersonScreenOpen, openPersonScreen, shrinkPersonScreen } from './person-state.ts';
import { otherTabName, WhatRings, whoRings } from './what-rings.tsx';
import { Silhouette } from './silhouette.tsx';
import './person.css';
import './person-dialog.css';
import { Fault } from '../../controls/fault.tsx';

/** The moment that matters, on top of every page: a person is waiting for the owner. */
export function PersonScreen() {
  const live = callWithPerson.value;
  const isOpen = live !== undefined && isPersonScreenOpen();
  const wasOpen = useRef(false);
  const closings = useRef(0);
  // *Hang up* may be where *Answer here* was.
  if (wasOpen.current && !isOpen) closings.current += 1;
  wasOpen.current = isOpen;
  if (isOpen) return <Screen key={live.id} live={live} />;
  return (
    <>
      {live === undefined ? null : <Bar live={live} />}
      {closings.current === 0 ? null : <Shield key={closings.current} isWhole />}
    </>
  );
}

/** A key that was meant for the page comes within this time. */
const typedMs = 1_000;

function Screen({ live }: { live: LiveCall }) {
  const ref = useRef<HTMLDialogElement>(null);
  const isPicking = useSignal(false);
  const [openedAtMs] = useState(() => performance.now());
  const view = live.view.value;
  const person = live.person.value;
  const name = nameOf(view);
  const isBusy = actionState(live.id).running !== undefined;

  // As in `Dialog`: a note that was being written has the focus again.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return undefined;
    if (!dialog.open) dialog.showModal();
    announceAtOnce(`${headOf(person)} at ${name}. Answer.`);
    return () => dialog.close();
  }, []);

  const notAPerson = (
    <GatewayButton
      class="btn clear"
      disabled={isBusy}
      onClick={() => void waitAgain(live.id, 'not_a_person')}
    >
      <Icon name="undo-2" />
      Not a person
    </GatewayButton>
  );
  const ringAnother = (
    <GatewayButton class="btn clear" disabled={isBusy} onClick={() => (isPicking.value = true)}>
      <Icon name="phone-forwarded" />
      Ring another
    </GatewayButton>
  );
  const why =
    person === undefined ? null : (
      <details class="why">
        <summary>
          <b>Why I think so</b> · {Math.round(person.confidence * 100)} %
        </summary>
        {sentence(person.reason)}
      </details>
    );
  return (
    <dialog
      ref={ref}
      class="take"
      role="alertdialog"
      aria-labelledby="person-title"
      aria-describedby="person-what"
      onCancel={(event) => {
        event.preventDefault();
        shrinkPersonScreen();
      }}
    >
      <div class="wrap-t">
        <header>
          <span class="brand">
            <Mark />
            <span class="desk">Holdfast</span>
          </span>
          <span class="grow" />
          <span class="num waited">
            waited <Clock span={live.hold} label="on hold" />
          </span>
          <button
            type="button"
            class="btn clear sm icon"
            aria-label="Make small"
            onClick={shrinkPersonScreen}
          >
            <Icon name="minus" />
          </button>
        </header>
        <div class="grid">
          <div>
            <p class="who">{name}</p>
            {view.intent === '' ? null : <p class="what-for two-lines phone">{view.intent}</p>}
            <h1
              id="person-title"
              tabIndex={-1}
              autofocus
              onKeyDown={({ key, repeat }) => {
                // What was being typed as it opened is no answer.
                if (key !== 'Enter' || repeat || performance.now() - openedAtMs < typedMs) return;
                if (canAnswerHere() && !isBusy && !isOffline.peek()) void answerCallHere(live.id);
              }}
            >
              {headOf(person)}
            </h1>
            <div id="person-what">
              {person === undefined || person.quote === '' ? null : <blockquote>“{person.quote}”</blockquote>}
              <Since live={live} />
            </div>
            <div class="go desk">
              <AnswerHere live={live} />
              <PickUp live={live} />
              <SoundButton />
              <ActionFault live={live} />
              <div class="row pair">
                {ringAnother}
                {notAPerson}
              </div>
            </div>
          </div>
          <div class="stack">
            <WhatRings live={live} />
            <section class="panel desk">
              <h2>At hand</h2>
              <HandList className="hand" rows={[...baseRows(view.intent, view.number), ...view.facts]} />
            </section>
            <div class="desk">{why}</div>
          </div>
        </div>
        <Silhouette live={live} />
        <footer class="phone">
          {why}
          <SoundButton />
          <ActionFault live={live} />
          <AnswerHere live={live} />
          <PickUp live={live} />
          <div class="pair">
            {notAPerson}
            {ringAnother}
          </div>
        </footer>
      </div>
      {isPicking.value ? (
        <DevicePicker
          live={live}
          title="Ring another device"
          except={null}
          onClose={() => (isPicking.value = false)}
        />
      ) : null}
      <Announcer />
      {/* *Not a person* is where the pages' tabs were. */}
      <Shield />
    </dialog>
  );
}

/**
 * The main button when this browser is a phone; if another one is ringing, this one is rung instead and answers
 * automatically.
 */
function AnswerHere({ live }: { live: LiveCall }) {
  if (!canAnswerHere()) return null;
  return (
    <>
      <GatewayButton
        class="btn answer"
        disabled={actionState(live.id).running !== undefined}
        onClick={() => void answerCallHere(live.id)}
      >
        <Icon name="phone" />
        Answer here
      </GatewayButton>
      <Fault text={answerFault.value} />
    </>
  );
}

const canAnswerHere = (): boolean =>
  ringHere.value !== undefined || (phonePhase.value === 'ready' && phoneDeviceId.value !== undefined);

/** What to do when the ringing phone is a separate device, or another tab. */
function PickUp({ live }: { live: LiveCall }) {
  const names = whoRings(live);
  if (isOffline.value)
    return (
      <p class="banner pick-up" role="status">
        <Icon name="wifi-off" />
        <span>
          <b>This page lost the gateway.</b> Your phone still rings: pick it up.
        </span>
      </p>
    );
  if (ringHere.value !== undefined) return null;
  if (names.length === 0)
    return (
      <p class="banner pick-up">
        <Icon name="timer" />
        <span>
          <b>Your phone rings in a moment.</b> They were asked to wait.
        </span>
      </p>
    );
  return (
    <p class="banner pick-up">
      <Icon name="phone-call" />
      <span>
        <b>{pickUpWhat(names)}</b> {names.length === 1 ? 'It rings' : 'They ring'} now.
      </span>
    </p>
  );
}

function pickUpWhat(names: readonly string[]): string {
  if (names.length === 1 && names[0] === otherTabName) return 'Answer in the other tab of this browser.';
  return `Pick up ${names.join(' or ')}.`;
}

const headOf = (person: HeardPerson | undefined): string =>
  person?.isSure === false ? 'Likely a person is on the line' : 'A person is on the line';

/** How long they have been waiting for the owner. */
function Since({ live }: { live: LiveCall }) {
  const person = live.person.value;
  if (person === undefined) return null;
  const wasGreeted = live.story.value.some(
    (event) => event.type === 'greeting_started' && Date.parse(event.timestamp) >= person.atMs,
  );
  const seconds = Math.max(0, (serverNowMs() - person.atMs) / 1000);
  return (
    <p class="waits">
      <Icon name="timer" />
      <span>
        {wasGreeted ? 'They were asked to wait' : 'They are on the line'}
        {isOffline.value ? null : (
          <>
            {' '}
            · <b>{writeSpan(seconds)}</b>
          </>
        )}
      </span>
    </p>
  );
}

function SoundButton() {
  if (!isSoundBlocked.value) return null;
  return (
    <button type="button" class="btn clear" onClick={() => void unlockSound()}>
      <Icon name="volume-2" />
      Turn on sound
    </button>
  );
}

/** What remains of the screen after Esc; it disappears only when the status changes. */
function Bar({ live }: { live: LiveCall }) {
  const name = nameOf(live.view.value);
  const isOdd = Math.floor(nowMs.value / 1000) % 2 === 1;
  return (
    <button type="button" class={`person-bar ${isOdd ? 'odd' : ''}`} onClick={openPersonScreen}>
      <Icon name="user-round" />
      <span class="grow clip">
        <b>{headOf(live.person.value)}</b> at {name}
      </span>
      <span class="btn sm">Open</span>
    </button>
  );
}
