import type { ComponentChildren } from 'preact';
import { effect } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { PersonScreen } from '../pages/person/person-screen.tsx';
import { followMediaSession } from '../phone/media-session.ts';
import { followNotices } from '../phone/notices.ts';
import { followPhone, talkHere } from '../phone/phone.ts';
import { RingHere } from '../phone/ring-here.tsx';
import { followTalk } from '../phone/take-back.ts';
import type { TalkAudio } from '../phone/talk-audio.ts';
import { followWake } from '../phone/wake.ts';
import { waitAgain } from '../state/calls/actions.ts';
import { areCallsKnown, runningCalls } from '../state/calls/calls.ts';
import { isUnsaved, leave } from '../state/unsaved.ts';
import { announce, Announcer } from './overlays/announcer.tsx';
import { Brand } from './brand.tsx';
import { ConnectionBanner } from './overlays/connection-banner.tsx';
import { followStatuses, followWaits } from './following/follow-calls.ts';
import { followDevices } from './following/follow-devices.ts';
import { GatewayBanner } from './overlays/gateway-banner.tsx';
import { GatewayLine } from './gateway-line.tsx';
import { HangUpQuestion } from './overlays/hang-up-question.tsx';
import { KeyHelp } from './overlays/key-help.tsx';
import { LeaveQuestion } from './overlays/leave-question.tsx';
import { followFocus } from './following/focus.ts';
import { keypadWanted, listenForKeys } from './following/keys.ts';
import { Navigation } from './navigation.tsx';
import { followRing } from './following/ring.ts';
import { RunningCall } from './running-call.tsx';
import { SignInDialog } from './overlays/sign-in-dialog.tsx';
import { followTitle, pageName } from './following/title.ts';
import { TalkBar } from './overlays/talk-bar.tsx';
import { followUpdates } from './following/updates.ts';
import { followScreen } from './following/wake-lock.ts';
import { PageGuard } from './stand-ins/page-guard.tsx';
import { UpdateBanner } from './overlays/update-banner.tsx';

/** The frame around every page: navigation, health, and overlays. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { path, route } = useLocation();
  useEffect(() => {
    const stops = [
      followTitle(),
      followFocus(),
      followRing(),
      followStatuses(),
      followWaits(),
      followDevices(),
      followPhone(),
      followWake(),
      followNotices((address) => leave(() => route(address))),
      followTalk(),
      followMediaSession(),
      followScreen(),
      followUpdates(),
      listenForKeys({
        route: (address) => leave(() => route(address)),
        mute: muteByKey,
        keypad: keypadByKey,
        waitAgain: waitAgainByKey,
      }),
      showTalks(route),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      {/* Before the page, which may have a hundred stops for a keyboard. */}
      <PersonScreen />
      <RingHere />
      <TalkBar className="phone" />
      <div class="app">
        <aside class="side" aria-label="Holdfast">
          <Brand />
          <Navigation className="nav" />
          <div class="side-foot">
            <TalkBar />
            <RunningCall />
            <GatewayLine />
          </div>
        </aside>
        <main class="main" id="main" tabIndex={-1} aria-label={pageName.value}>
          <ConnectionBanner />
          <GatewayBanner />
          <UpdateBanner />
          <PageGuard path={path}>{children}</PageGuard>
        </main>
        <Navigation className="tabs" />
      </div>
      <SignInDialog />
      <HangUpQuestion />
      <LeaveQuestion />
      <KeyHelp />
      <Announcer />
    </>
  );
}

/**
 * Opens the page with the talk's buttons, once per talk; never in place of typed work, which the bar above leaves where it is. Sound can be
 * here before the page hears of its call. A test ring belongs to no call; its result is on the page where it began.
 */
function showTalks(route: (path: string) => void): () => void {
  let shown: TalkAudio | undefined;
  return effect(() => {
    const talk = talkHere.value;
    if (talk === undefined || talk === shown || (areCallsKnown.value && runningCalls.value.length === 0))
      return;
    shown = talk;
    if (isUnsaved.peek()) return;
    route('/');
    window.scrollTo(0, 0);
  });
}

/** `M`: applies to the talk that this tab carries. */
function muteByKey(): void {
  const talk = talkHere.peek();
  if (talk === undefined) return;
  talk.mute(!talk.isMuted.peek());
  announce(talk.isMuted.peek() ? 'Muted.' : 'They hear you again.');
}

/** `K`: of the call that is shown. Without one it would open in the next. */
function keypadByKey(): void {
  if (location.pathname === '/' && runningCalls.peek().length > 0) keypadWanted.value = !keypadWanted.peek();
}

/** `W`: applies to the connected call. */
function waitAgainByKey(): void {
  const live = runningCalls.peek().find((each) => each.view.peek().status === 'connected');
  if (live !== undefined) void waitAgain(live.id, 'on_hold_again');
}
