import { C, UA } from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession';
import { openMicrophone } from './microphone.ts';
import { TalkAudio } from './talk-audio.ts';
import { WatchedSocket } from './watched-socket.ts';

/** The registration account from `POST /devices/browser`. */
export interface LineAccount {
  uri: string;
  password: string;
  /** The path of the WebSocket. */
  socket: string;
  iceServers: RTCIceServer[];
}

export interface LineEvents {
  registered(): void;
  /** The registration was lost or refused; after `refused` the line stops trying. */
  unregistered(refused: boolean): void;
  ringing(ring: Ring): void;
}

/** An incoming call to this browser. */
export interface Ring {
  /** @throws when the microphone cannot be opened. */
  answer(microphoneId: string): Promise<TalkAudio>;
  hangUp(): void;
  /**
   * Resolves when it is over; `ended`: hung up, or refused, here; `cut`: ended from there, or lost. The gateway says which: it also hangs up
   * on a page that it took for lost.
   */
  readonly over: Promise<'ended' | 'cut'>;
}

/** The page re-registers before this expires; a browser that vanished is offline after it. */
const registerSeconds = 60;
const recoverySeconds = { min: 1, max: 15 };
/** Later candidates find no better path on a home network. */
const gatherMs = 500;
const busyHere = 486;

/** SIP over the page's own address (RFC 7118). Only incoming calls: placing calls is the gateway's job. */
export class SipLine {
  readonly #agent: UA;
  readonly #account: LineAccount;
  readonly #events: LineEvents;
  #current: RTCSession | undefined;
  /** The connection was lost during a call: the gateway may have given the call up, and this page cannot know. */
  #mayBeCut = false;

  constructor(account: LineAccount, events: LineEvents) {
    this.#account = account;
    this.#events = events;
    const { host, protocol } = window.location;
    const socket = new WatchedSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${account.socket}`);
    this.#agent = new UA({
      sockets: [socket],
      uri: account.uri,
      password: account.password,
      register_expires: registerSeconds,
      connection_recovery_min_interval: recoverySeconds.min,
      connection_recovery_max_interval: recoverySeconds.max,
      session_timers: false,
    });
    this.#agent.on('registered', () => events.registered());
    this.#agent.on('unregistered', () => events.unregistered(false));
    this.#agent.on('disconnected', () => {
      this.#mayBeCut = this.#current !== undefined;
      events.unregistered(false);
    });
    // With a response it is Asterisk that refused: the password has changed.
    this.#agent.on('registrationFailed', ({ response }) => events.unregistered(Boolean(response)));
    this.#agent.on('newRTCSession', ({ session }: { session: RTCSession }) => this.#take(session));
    this.#agent.start();
  }

  close(): void {
    this.#agent.stop();
  }

  /** For a new line in its place: a talk that it carried is cut, and comes back. */
  abandon(): void {
    this.#current = undefined;
    this.#agent.stop();
  }

  #take(session: RTCSession): void {
    if (session.direction !== 'incoming') return;
    const before = this.#current;
    if (before !== undefined && !this.#mayBeCut && !isSilent(before))
      return session.terminate({ status_code: busyHere });
    this.#current = session;
    this.#mayBeCut = false;
    before?.terminate();
    const over = new Promise<'ended' | 'cut'>((resolve) => {
      const end = (how: 'ended' | 'cut') => {
        resolve(this.#current === session ? how : 'cut');
        if (this.#current === session) this.#current = undefined;
      };
      session.on('ended', ({ originator, cause }) =>
        end(originator === 'local' && cause !== C.causes.RTP_TIMEOUT ? 'ended' : 'cut'),
      );
      // Refused here, or given up there: the gateway may ring again for the same talk.
      session.on('failed', ({ originator }) => end(originator === 'local' ? 'ended' : 'cut'));
    });
    let gathering: ReturnType<typeof setTimeout> | undefined;
    session.on('icecandidate', ({ ready }) => (gathering ??= setTimeout(ready, gatherMs)));
    void over.then(() => clearTimeout(gathering));
    this.#events.ringing({
      over,
      answer: (microphoneId) => this.#answer(session, microphoneId, over),
      hangUp: () => session.terminate(),
    });
  }

  async #answer(session: RTCSession, microphoneId: string, over: Promise<unknown>): Promise<TalkAudio> {
    const microphone = await openMicrophone(microphoneId);
    const audio = new TalkAudio(microphone);
    void over.then(() => audio.close());
    session.on('peerconnection', ({ peerconnection }) => audio.follow(peerconnection));
    session.answer({ mediaStream: microphone, pcConfig: { iceServers: this.#account.iceServers } });
    return audio;
  }
}

/** Its audio is not arriving now. */
const isSilent = ({ connection }: RTCSession): boolean =>
  ['disconnected', 'failed'].includes(connection?.connectionState);
