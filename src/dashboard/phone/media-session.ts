import { effect } from '@preact/signals';
import { hangUp, isHangingUp } from '../state/calls/actions.ts';
import { nameOf } from '../text/names.ts';
import { carriedCall } from './carried-call.ts';
import { talkHere } from './phone.ts';

/**
 * Shows the talk on the lock screen and lets headset buttons hang up and mute, where supported. @returns a function
 * that stops it.
 */
export function followMediaSession(): () => void {
  if (!('mediaSession' in navigator)) return () => undefined;
  const session = navigator.mediaSession;
  return effect(() => {
    const talk = talkHere.value;
    const live = carriedCall.value;
    if (talk === undefined) {
      session.metadata = null;
      session.playbackState = 'none';
      for (const action of actions) handle(session, action, null);
      return;
    }
    session.metadata = new MediaMetadata({
      title: live === undefined ? 'A call' : nameOf(live.view.value),
      artist: 'Holdfast',
      artwork: [{ src: '/icon-512.png', sizes: '512x512', type: 'image/png' }],
    });
    session.playbackState = 'playing';
    showMuted(session, talk.isMuted.value);
    const mute = () => talk.mute(!talk.isMuted.peek());
    handle(session, 'hangup', () => {
      if (live !== undefined && !isHangingUp(live.id)) void hangUp(live.id);
    });
    handle(session, 'togglemicrophone', mute);
    // For headsets without a mute button.
    handle(session, 'pause', mute);
    handle(session, 'play', mute);
  });
}

const actions = ['hangup', 'togglemicrophone', 'pause', 'play'] as const;

/** Chromium returns nothing where the specification says a promise. */
function showMuted(session: MediaSession, isMuted: boolean): void {
  if (!('setMicrophoneActive' in session)) return;
  const shown: Promise<void> | undefined = session.setMicrophoneActive(!isMuted);
  shown?.catch(() => undefined);
}

/** Browsers throw on actions they do not know. */
function handle(session: MediaSession, action: (typeof actions)[number], act: (() => void) | null): void {
  try {
    session.setActionHandler(action as MediaSessionAction, act);
  } catch {
    // Not supported here.
  }
}
