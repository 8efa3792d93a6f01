import type { Telephony } from '../calls/telephony.ts';
import type { DeviceLines } from '../devices/desk.ts';
import type { MediaEncryption } from '../domain/sip-security.ts';
import type { Log } from '../log/log.ts';
import type { Taping } from '../recordings/taping.ts';
import { MediaThread } from '../media/media-thread.ts';
import type { ThreadProgram } from '../media/thread-link.ts';
import { AriLink } from './ari/ari-link.ts';
import { AsteriskTelephony } from './asterisk-telephony.ts';
import type { TrunkSettings } from './leg-dialler.ts';
import { AsteriskDeviceLines } from './lines/device-lines.ts';
import { AsteriskTapes } from './tapes.ts';
import { TrunkLine } from './lines/trunk-line.ts';
import { TrunkRegistration } from './lines/trunk-registration.ts';

export interface TelephonySetup {
  ariUrl: string;
  username: string;
  password: string;
  /** The Stasis application; a second one, `<application>-devices`, watches phones. */
  application?: string;
  /** Where Asterisk sends audio, and with which user name; `client` is the section of its websocket_client.conf. */
  media: {
    host: string;
    port: number;
    username: string;
    password: string;
    client?: string;
    /** The listening thread's program, if not the default one. */
    program?: Partial<ThreadProgram>;
  };
  trunk: TrunkSettings;
  /** Runs a command on Asterisk's console. Only for our own Asterisk, if it registers at the trunk. */
  runCli?: ((command: string) => Promise<string>) | undefined;
  mediaEncryption?: { trunk: MediaEncryption; devices: MediaEncryption };
  /** The length of one file of a recording. */
  tapePieceSeconds?: number;
  /** For how long one side of a talk waits for the app when the other has hung up. */
  talkGraceSeconds?: number;
  log: Log;
}

export interface AsteriskSide {
  telephony: Telephony;
  lines: DeviceLines;
  media: Pick<MediaThread, 'createListener' | 'expect'>;
  tapes: Taping;
  trunk: Pick<TrunkLine, 'isReachable' | 'onChange'>;
  registration: Pick<TrunkRegistration, 'isRegistered' | 'onChange' | 'renew'>;
  asteriskVersion(): string | undefined;
  /**
   * Makes Asterisk reread its external address and certificate (asterisk-config/gateway/pjsip.conf). Calls continue.
   */
  reloadSip(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The telephony adapter for one Asterisk. Resolves after the first connection attempt, successful or not:
 * `telephony.unavailable()` says why calls cannot be placed, and the connection is retried without limit.
 * @throws AppError `unavailable` only when the media port cannot be bound.
 */
export async function createTelephony(setup: TelephonySetup): Promise<AsteriskSide> {
  const { ariUrl, username, password, application = 'holdfast', trunk, log } = setup;
  const { mediaEncryption = { trunk: 'none', devices: 'none' } } = setup;
  const media = await MediaThread.start({ ...setup.media, log });
  const watching = `${application}-devices`;
  const link = new AriLink({ ariUrl, username, password, applications: [application, watching], log });
  const lines = new AsteriskDeviceLines({
    link,
    application: watching,
    trunkConfigured: trunk.configured,
    mediaEncryption: mediaEncryption.devices,
    log,
  });
  // Before the telephony: what is known of the trunk at each connection is known before a call is dialled.
  const trunkLine = new TrunkLine({ link, log });
  const registration = new TrunkRegistration({ link, runCli: setup.runCli, log });
  renewAfterSilence(trunkLine, registration);
  const telephony = new AsteriskTelephony({
    link,
    media,
    application,
    mediaClient: setup.media.client ?? 'media',
    trunk,
    mediaEncryption,
    endpointOf: (deviceId) => lines.endpointOf(deviceId),
    trunkContact: () => trunkLine.contact,
    talkGraceSeconds: setup.talkGraceSeconds,
    log,
  });
  const tapes = new AsteriskTapes({ link, application, pieceSeconds: setup.tapePieceSeconds, log });
  await link.start();
  return {
    telephony,
    lines,
    media,
    tapes,
    trunk: trunkLine,
    registration,
    asteriskVersion: () => link.version,
    reloadSip: () => link.request('asterisk.reloadModule', { moduleName: 'res_pjsip.so' }),
    async close() {
      await link.close();
      await telephony.close();
      lines.close();
      registration.stop();
      await media.close();
    },
  };
}

/** The silence may have been the router, which has another address since, or a trunk that was restarted and knows no registration. */
function renewAfterSilence(trunk: TrunkLine, registration: TrunkRegistration): void {
  let wasSilent = false;
  trunk.onChange(() => {
    if (trunk.isReachable === true && wasSilent) void registration.renew();
    wasSilent = trunk.isReachable === false;
  });
}
