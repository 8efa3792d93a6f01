import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { type AsteriskProgram, openAsterisk } from '../provision/asterisk-program.ts';
import { endCommandsWith } from '../provision/run-command.ts';
import { AsteriskInstance, type ExitInfo } from './asterisk-instance.ts';
import { renderConfig } from './config-files.ts';
import { type InstanceFolders, instanceFolders } from './instance-folders.ts';
import { type InstanceSecrets, openSecrets } from './instance-secrets.ts';
import type { TemplateValues } from './render-template.ts';

export interface TrunkOptions {
  /** `host` or `host:port`. */
  readonly host: string;
  readonly username?: string;
  readonly password?: string;
  readonly register: boolean;
  /** Set by the app for each call; not part of Asterisk's configuration. */
  readonly callerId?: string;
}

export interface GatewayOptions {
  readonly dataDir: string;
  /** Where ARI listens and the media socket is reached; loopback unless told. */
  readonly host?: string;
  readonly ariPort: number;
  readonly mediaPort: number;
  readonly sipHost: string;
  readonly sipPort: number;
  readonly rtpPortStart: number;
  readonly rtpPortEnd: number;
  readonly trunk?: TrunkOptions;
  /** Ends the start: nothing that it began is left. */
  readonly signal?: AbortSignal | undefined;
  readonly progress: (line: string) => void;
}

export interface EmbeddedAsterisk {
  readonly ariUrl: string;
  readonly ariUsername: string;
  readonly ariPassword: string;
  readonly mediaUsername: string;
  readonly mediaPassword: string;
  readonly pid: number;
  /** True when it was left running by an earlier process. */
  readonly adopted: boolean;
  readonly stopped: boolean;
  onExit(listener: (info: ExitInfo) => void): void;
  stop(): Promise<void>;
  /** Ends it at once, for an app that has no time left. */
  kill(): void;
  /** Leaves it running; a later start takes it over. */
  detach(): void;
  runCli(command: string): Promise<string>;
}

const USERNAME = 'holdfast';
const LOOPBACK = '127.0.0.1';

/** The folder of the gateway's Asterisk below the app's data folder. */
export function gatewayFolders(dataDir: string): InstanceFolders {
  return instanceFolders(join(dataDir, 'asterisk'));
}

/**
 * Starts the gateway's own Asterisk, or takes over the one that an earlier process left running. Resolves when ARI can
 * be used.
 * @throws AppError `unavailable` (no Asterisk, port in use, …) or `invalid` (a value that cannot be configured).
 */
export async function startGateway(options: GatewayOptions): Promise<EmbeddedAsterisk> {
  const program = await endCommandsWith(options.signal, () => openAsterisk(options.progress));
  const folders = gatewayFolders(options.dataDir);
  await mkdir(folders.stateDir, { recursive: true, mode: 0o700 });
  const secrets = await openSecrets(join(folders.stateDir, 'secrets.json'));
  const values = gatewayValues(options, program, folders, secrets);
  const host = options.host ?? LOOPBACK;
  const instance = await AsteriskInstance.start({
    program,
    folders,
    config: await renderConfig('gateway', values, unusedTrunkFiles(options.trunk)),
    ports: [
      { protocol: 'tcp', host, port: options.ariPort, variable: 'ARI_PORT' },
      { protocol: 'udp', host: options.sipHost, port: options.sipPort, variable: 'SIP_PORT' },
    ],
    ariUrl: `http://${host}:${options.ariPort}`,
    adopt: true,
    signal: options.signal,
    progress: options.progress,
  });
  return describe(instance, secrets);
}

function describe(instance: AsteriskInstance, secrets: InstanceSecrets): EmbeddedAsterisk {
  return {
    ariUrl: instance.ariUrl ?? '',
    ariUsername: USERNAME,
    ariPassword: secrets.ariPassword,
    mediaUsername: USERNAME,
    mediaPassword: secrets.mediaPassword,
    adopted: instance.adopted,
    get pid() {
      return instance.pid;
    },
    get stopped() {
      return instance.stopped;
    },
    onExit: (listener) => instance.onExit(listener),
    stop: () => instance.stop(),
    kill: () => instance.kill(),
    detach: () => instance.detach(),
    runCli: (command) => instance.runCli(command),
  };
}

/** Which of the trunk's files are left out: pjsip.conf includes those that are there. */
export function unusedTrunkFiles(trunk: TrunkOptions | undefined): string[] {
  const unused: string[] = [];
  if (trunk === undefined) unused.push('pjsip_trunk.conf');
  if (trunk?.username === undefined) unused.push('pjsip_trunk_login.conf');
  if (trunk?.username === undefined || !trunk.register) unused.push('pjsip_trunk_registration.conf');
  return unused;
}

function gatewayValues(
  options: GatewayOptions,
  program: AsteriskProgram,
  folders: InstanceFolders,
  secrets: InstanceSecrets,
): TemplateValues {
  const { trunk } = options;
  const host = options.host ?? LOOPBACK;
  if (options.rtpPortStart >= options.rtpPortEnd) {
    throw new AppError('invalid', 'RTP_PORT_START must be below RTP_PORT_END');
  }
  if (trunk?.register && trunk.username === undefined) {
    throw new AppError('invalid', 'TRUNK_REGISTER=yes needs TRUNK_USERNAME and TRUNK_PASSWORD');
  }
  return {
    ...folderValues(program, folders),
    ARI_HOST: host,
    ARI_PORT: String(options.ariPort),
    ARI_USERNAME: USERNAME,
    ARI_PASSWORD: secrets.ariPassword,
    MEDIA_HOST: host,
    MEDIA_PORT: String(options.mediaPort),
    MEDIA_USERNAME: USERNAME,
    MEDIA_PASSWORD: secrets.mediaPassword,
    SIP_HOST: options.sipHost,
    SIP_PORT: String(options.sipPort),
    RTP_PORT_START: String(options.rtpPortStart),
    RTP_PORT_END: String(options.rtpPortEnd),
    ...(trunk === undefined ? {} : trunkValues(trunk)),
  };
}

function trunkValues(trunk: TrunkOptions): TemplateValues {
  if (!/^[A-Za-z0-9.-]+(?::\d{1,5})?$/.test(trunk.host)) {
    throw new AppError(
      'invalid',
      `TRUNK_HOST must be a host name or host:port, not ${JSON.stringify(trunk.host)}`,
    );
  }
  return {
    TRUNK_HOST: trunk.host,
    TRUNK_ADDRESS: trunk.host.replace(/:\d+$/, ''),
    ...(trunk.username === undefined ? {} : { TRUNK_USERNAME: trunk.username }),
    ...(trunk.password === undefined ? {} : { TRUNK_PASSWORD: trunk.password }),
  };
}

/** The directories of asterisk.conf. */
export function folderValues(program: AsteriskProgram, folders: InstanceFolders): TemplateValues {
  return {
    ETC_DIR: folders.etcDir,
    STATE_DIR: folders.stateDir,
    RUN_DIR: folders.runDir,
    LOG_DIR: folders.logDir,
    MODULES_DIR: program.modulesFolder,
    ASTERISK_DATA_DIR: program.dataFolder,
  };
}
