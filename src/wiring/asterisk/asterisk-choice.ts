import type { Config } from '../../config/config.ts';
import { type EmbeddedAsterisk, startGateway } from '../../embedded/gateway.ts';
import type { Log } from '../../log/log.ts';
import type { AsteriskProgram } from '../../provision/asterisk-program.ts';
import { AsteriskAge, watchAsteriskAge } from './asterisk-age.ts';
import type { SipFiles } from '../../sip/sip-files.ts';
import type { Shutdown } from '../process/shutdown.ts';

export interface AsteriskAccess {
  /** Our own Asterisk, while it runs; undefined for an external one. */
  embedded: EmbeddedAsterisk | undefined;
  /** Only for an Asterisk unpacked from Debian packages. */
  age: AsteriskAge | undefined;
  ari: { ariUrl: string; username: string; password: string };
  media: { host: string; port: number; username: string; password: string };
  /** It may have been started before the SIP files were brought up to date. */
  hasOlderSipFiles: boolean;
}

/** Opens the Asterisk named by the configuration, or starts our own: `program`, else the one found on this machine. */
export async function chooseAsterisk({
  config,
  log,
  shutdown,
  sipFiles,
  progress,
  program,
  signal,
}: {
  config: Config;
  log: Log;
  shutdown: Shutdown;
  sipFiles: SipFiles | undefined;
  progress: (line: string) => void;
  program: AsteriskProgram | undefined;
  signal: AbortSignal;
}): Promise<AsteriskAccess> {
  const { ari, media } = config;
  await sipFiles?.refresh();
  if (ari !== undefined)
    return {
      embedded: undefined,
      age: undefined,
      ari: { ariUrl: ari.url, username: ari.username, password: ari.password },
      media: { ...media, username: media.username ?? '', password: media.password ?? '' },
      hasOlderSipFiles: true,
    };
  const embedded = await startEmbedded(config, progress, program, signal);
  shutdown.add('asterisk', async (mode) => {
    // Calls that an earlier process left in this Asterisk must not be lost because a start fails.
    if (mode === 'leave' && embedded.adopted) embedded.detach();
    else await embedded.stop();
  });
  shutdown.addLastResort(() => embedded.kill());
  embedded.onExit((info) => log.error('Asterisk ended', { ...info }));
  const age = embedded.currentAsOf === undefined ? undefined : new AsteriskAge(embedded.currentAsOf);
  if (age !== undefined) shutdown.add('age of Asterisk', watchAsteriskAge(age, log, progress));
  return {
    embedded,
    age,
    ari: { ariUrl: embedded.ariUrl, username: embedded.ariUsername, password: embedded.ariPassword },
    media: { ...media, username: embedded.mediaUsername, password: embedded.mediaPassword },
    hasOlderSipFiles: embedded.adopted,
  };
}

function startEmbedded(
  config: Config,
  progress: (line: string) => void,
  program: AsteriskProgram | undefined,
  signal: AbortSignal,
): Promise<EmbeddedAsterisk> {
  const { trunk, sip } = config;
  return startGateway({
    program,
    dataDir: config.dataDir,
    ariPort: config.ariPort,
    mediaPort: config.media.port,
    sipHost: sip.host,
    sipPort: sip.port,
    sipTlsPort: sip.tlsPort,
    rtpPortStart: sip.rtpPortStart,
    rtpPortEnd: sip.rtpPortEnd,
    rtpStrict: config.rtpStrict,
    trunk,
    signal,
    progress,
  });
}
