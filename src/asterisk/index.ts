import type { Telephony } from '../calls/telephony.ts';
import type { DeviceLines } from '../devices/desk.ts';
import type { Log } from '../log/log.ts';
import { AriLink } from './ari-link.ts';
import { AsteriskTelephony } from './asterisk-telephony.ts';
import { AsteriskDeviceLines } from './device-lines.ts';
import { MediaServer } from './media-server.ts';

export interface TelephonySetup {
  ariUrl: string;
  username: string;
  password: string;
  /** The Stasis application; a second one, `<application>-devices`, watches phones. */
  application?: string;
  /** Where Asterisk connects to with audio, and as whom; `client` is the section of its websocket_client.conf. */
  media: { host: string; port: number; username: string; password: string; client?: string };
  trunk: { configured: boolean; callerId?: string | undefined };
  legsLostAfterMs?: number;
  log: Log;
}

/**
 * The telephone side on one Asterisk. Resolves after the first attempt to connect, whether it succeeded or not:
 * `telephony.unavailable()` says why calls cannot be placed, and the connection is tried again without limit.
 * @throws AppError `unavailable` only when the media port cannot be had.
 */
export async function createTelephony(
  setup: TelephonySetup,
): Promise<{ telephony: Telephony; lines: DeviceLines; close(): Promise<void> }> {
  const { ariUrl, username, password, application = 'holdfast', trunk, log } = setup;
  const media = await MediaServer.listen({ ...setup.media, log });
  const watching = `${application}-devices`;
  const link = new AriLink({ ariUrl, username, password, applications: [application, watching], log });
  const lines = new AsteriskDeviceLines({
    link,
    application: watching,
    trunkConfigured: trunk.configured,
    log,
  });
  const telephony = new AsteriskTelephony({
    link,
    media,
    application,
    mediaClient: setup.media.client ?? 'media',
    trunk,
    endpointOf: (deviceId) => lines.endpointOf(deviceId),
    ...(setup.legsLostAfterMs === undefined ? {} : { legsLostAfterMs: setup.legsLostAfterMs }),
    log,
  });
  await link.start();
  return {
    telephony,
    lines,
    async close() {
      await link.close();
      await telephony.close();
      lines.close();
      await media.close();
    },
  };
}
