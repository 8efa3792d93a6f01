import type { Config } from '../config/config.ts';
import type { EmbeddedAsterisk } from '../embedded/index.ts';
import { startGateway } from '../embedded/index.ts';
import type { Log } from '../log/log.ts';
import type { Shutdown } from './shutdown.ts';

export interface AsteriskAccess {
  isEmbedded: boolean;
  ari: { ariUrl: string; username: string; password: string };
  media: { host: string; port: number; username: string; password: string };
}

/** The Asterisk that the configuration names, else one of our own. */
export async function openAsterisk(
  config: Config,
  log: Log,
  shutdown: Shutdown,
  progress: (line: string) => void,
  signal?: AbortSignal,
): Promise<AsteriskAccess> {
  const { ari, media } = config;
  if (ari !== undefined)
    return {
      isEmbedded: false,
      ari: { ariUrl: ari.url, username: ari.username, password: ari.password },
      media: { ...media, username: media.username ?? '', password: media.password ?? '' },
    };
  const embedded = await startEmbedded(config, progress, signal);
  shutdown.add('asterisk', async (mode) => {
    // A start that fails must not cost the calls that an earlier process left in this Asterisk.
    if (mode === 'leave' && embedded.adopted) embedded.detach();
    else await embedded.stop();
  });
  shutdown.addLastResort(() => embedded.kill());
  embedded.onExit((info) => log.error('Asterisk ended', { ...info }));
  return {
    isEmbedded: true,
    ari: { ariUrl: embedded.ariUrl, username: embedded.ariUsername, password: embedded.ariPassword },
    media: { ...media, username: embedded.mediaUsername, password: embedded.mediaPassword },
  };
}

function startEmbedded(
  config: Config,
  progress: (line: string) => void,
  signal: AbortSignal | undefined,
): Promise<EmbeddedAsterisk> {
  const { trunk, sip } = config;
  return startGateway({
    dataDir: config.dataDir,
    ariPort: config.ariPort,
    mediaPort: config.media.port,
    sipHost: sip.host,
    sipPort: sip.port,
    rtpPortStart: sip.rtpPortStart,
    rtpPortEnd: sip.rtpPortEnd,
    ...(trunk === undefined
      ? {}
      : {
          trunk: {
            host: trunk.host,
            register: trunk.register,
            ...(trunk.username === undefined ? {} : { username: trunk.username }),
            ...(trunk.password === undefined ? {} : { password: trunk.password }),
          },
        }),
    signal,
    progress,
  });
}
