import { join, resolve } from 'node:path';
import type { MediaEncryption, SipTransport } from '../domain/sip-security.ts';
import type { TrunkDtmf } from '../domain/trunk-dtmf.ts';
import { makePrivateFolder } from '../secrets/private-folder.ts';
import { type AsteriskProgram, openAsterisk } from '../provision/asterisk-program.ts';
import { endCommandsWith } from '../provision/run-command.ts';
import { AsteriskInstance, type ExitInfo } from './asterisk-instance.ts';
import { renderConfig } from './config-files.ts';
import { type InstanceFolders, instanceFolders } from './instance-folders.ts';
import { type InstanceSecrets, openSecrets } from './instance-secrets.ts';
import type { WantedPort } from '../listening/bind-failure.ts';
import type { TemplateValues } from './render-template.ts';

export interface TrunkOptions {
  /** `host` or `host:port`. */
  readonly host: string;
  readonly transport?: SipTransport;
  readonly mediaEncryption?: MediaEncryption;
  /** `auto` by default. */
  readonly dtmf?: TrunkDtmf;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly register: boolean;
}

export interface GatewayOptions {
  readonly dataDir: string;
  /** Overrides the Asterisk found on this machine. */
  readonly program?: AsteriskProgram | undefined;
  /** Where ARI and the media socket listen; loopback by default. */
  readonly host?: string;
  readonly ariPort: number;
  readonly mediaPort: number;
  readonly sipHost: string;
  readonly sipPort: number;
  /** Absent: no SIP over TLS. */
  readonly sipTlsPort?: number;
  readonly rtpPortStart: number;
  readonly rtpPortEnd: number;
  /** Whether RTP is accepted only from the address in the SDP; true by default. */
  readonly rtpStrict?: boolean;
  readonly trunk?: TrunkOptions | undefined;
  /** Limit for each file that Asterisk writes; its log takes twice as much at most. */
  readonly largestFileBytes?: number;
  /** How long an Asterisk that is already running has to answer each of three checks. */
  readonly answerWithinMs?: number;
  /** Aborts the start and leaves nothing behind. */
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
  /** If unpacked from Debian packages: when Debian last had nothing newer. */
  readonly currentAsOf: Date | undefined;
  /** True when adopted from an earlier process. */
  readonly adopted: boolean;
  readonly stopped: boolean;
  onExit(listener: (info: ExitInfo) => void): void;
  stop(): Promise<void>;
  /** Whether its console answers in time, or it is booting after a crash. */
  answers(withinMs: number): Promise<boolean>;
  /** Kills an Asterisk that hangs; another is started, as after a crash. */
  restart(): void;
  /** Kills it, for an app that has no time left. */
  kill(): void;
  /** Leaves it running; a later start adopts it. */
  detach(): void;
  runCli(command: string): Promise<string>;
}

/** Enough for 40,000 warnings. The only other file that grows, the database of registered phones, has about 20 kB. */
const defaultLargestFileBytes = 8 * 1024 * 1024;
/** Consecutive packets after which an unannounced RTP source is accepted (rtp.conf). */
const rtpProbation = { announced: '100000000', any: '4' } as const;
/** `dtmf_mode` of the trunk (pjsip_trunk.conf). */
const dtmfModes: Record<TrunkDtmf, string> = { auto: 'auto', info: 'info', tones: 'inband' };
const ownUsername = 'holdfast';
const loopbackAddress = '127.0.0.1';

/** Where the embedded Asterisk reads the files the app keeps up to date (src/sip/sip-files.ts). */
export function gatewaySipFolder(dataDir: string): string {
  return join(resolve(dataDir), 'sip');
}

/** The gateway Asterisk's folders within the app's data folder. */
export function gatewayFolders(dataDir: string): InstanceFolders {
  return instanceFolders(join(dataDir, 'asterisk'));
}

/**
 * Starts the gateway's Asterisk or adopts one left running by an earlier process. Resolves when ARI can be used.
 * @throws AppError `unavailable` (no Asterisk, port in use, …) or `invalid` (a value that cannot be configured).
 */
export async function startGateway(options: GatewayOptions): Promise<EmbeddedAsterisk> {
  const program =
    options.program ?? (await endCommandsWith(options.signal, () => openAsterisk(options.progress)));
  const folders = gatewayFolders(options.dataDir);
  await makePrivateFolder(folders.stateDir);
  const secrets = await openSecrets(join(folders.stateDir, 'secrets.json'));
  const values = gatewayValues(options, program, folders, secrets);
  const host = options.host ?? loopbackAddress;
  const instance = await AsteriskInstance.start({
    program,
    folders,
    config: await renderConfig('gateway', values, unusedFiles(options)),
    ports: [
      { protocol: 'tcp', host, port: options.ariPort, portSetting: 'ARI_PORT', hostSetting: undefined },
      {
        protocol: 'udp',
        host: options.sipHost,
        port: options.sipPort,
        portSetting: 'SIP_PORT',
        hostSetting: 'SIP_HOST',
      },
      {
        protocol: 'tcp',
        host: options.sipHost,
        port: options.sipPort,
        portSetting: 'SIP_PORT',
        hostSetting: 'SIP_HOST',
      },
      ...tlsPort(options),
    ],
    ariUrl: `http://${host}:${options.ariPort}`,
    adopt: true,
    answerWithinMs: options.answerWithinMs,
    largestFileBytes: options.largestFileBytes ?? defaultLargestFileBytes,
    signal: options.signal,
    progress: options.progress,
  });
  return describe(instance, secrets);
}

function describe(instance: AsteriskInstance, secrets: InstanceSecrets): EmbeddedAsterisk {
  return {
    ariUrl: instance.ariUrl ?? '',
    ariUsername: ownUsername,
    ariPassword: secrets.ariPassword,
    mediaUsername: ownUsername,
    mediaPassword: secrets.mediaPassword,
    currentAsOf: instance.currentAsOf,
    adopted: instance.adopted,
    get pid() {
      return instance.pid;
    },
    get stopped() {
      return instance.stopped;
    },
    onExit: (listener) => instance.onExit(listener),
    answers: (withinMs) => instance.answers(withinMs),
    restart: () => instance.restart(),
    stop: () => instance.stop(),
    kill: () => instance.kill(),
    detach: () => instance.detach(),
    runCli: (command) => instance.runCli(command),
  };
}

function tlsPort({ sipTlsPort: port, sipHost: host }: GatewayOptions): WantedPort[] {
  return port === undefined
    ? []
    : [{ protocol: 'tcp', host, port, portSetting: 'SIP_TLS_PORT', hostSetting: 'SIP_HOST' }];
}

/** Which files to omit: pjsip.conf includes those that exist. */
export function unusedFiles({ trunk, sipTlsPort }: Pick<GatewayOptions, 'trunk' | 'sipTlsPort'>): string[] {
  const unused: string[] = [];
  if (sipTlsPort === undefined) unused.push('pjsip_tls.conf');
  if (trunk === undefined) unused.push('pjsip_trunk.conf');
  if (trunk?.username === undefined) unused.push('pjsip_trunk_login.conf');
  if (trunk?.username === undefined || !trunk.register) unused.push('pjsip_trunk_registration.conf');
  const encryption = trunk?.mediaEncryption ?? 'none';
  if (encryption === 'none') unused.push('pjsip_trunk_srtp.conf');
  if (encryption !== 'optional') unused.push('pjsip_trunk_srtp_optional.conf');
  return unused;
}

function gatewayValues(
  options: GatewayOptions,
  program: AsteriskProgram,
  folders: InstanceFolders,
  secrets: InstanceSecrets,
): TemplateValues {
  const { trunk } = options;
  const host = options.host ?? loopbackAddress;
  return {
    ...folderValues(program, folders),
    ARI_HOST: host,
    ARI_PORT: String(options.ariPort),
    ARI_USERNAME: ownUsername,
    ARI_PASSWORD: secrets.ariPassword,
    MEDIA_HOST: host,
    MEDIA_PORT: String(options.mediaPort),
    MEDIA_USERNAME: ownUsername,
    MEDIA_PASSWORD: secrets.mediaPassword,
    SIP_HOST: options.sipHost,
    SIP_PORT: String(options.sipPort),
    ...(options.sipTlsPort === undefined ? {} : { SIP_TLS_PORT: String(options.sipTlsPort) }),
    SIP_FILES_DIR: gatewaySipFolder(options.dataDir),
    RTP_PORT_START: String(options.rtpPortStart),
    RTP_PORT_END: String(options.rtpPortEnd),
    RTP_PROBATION: options.rtpStrict === false ? rtpProbation.any : rtpProbation.announced,
    ...(trunk === undefined ? {} : trunkValues(trunk)),
  };
}

/** Values for the trunk's templates. */
export function trunkValues(trunk: TrunkOptions): TemplateValues {
  const transport = trunk.transport ?? 'udp';
  return {
    TRUNK_HOST: trunk.host,
    TRUNK_TRANSPORT: transport,
    // Without a port, naming the transport also selects the SRV records to query (RFC 3263, section 4.1).
    TRUNK_URI: transport === 'udp' ? `sip:${trunk.host}` : `sip:${trunk.host};transport=${transport}`,
    TRUNK_ADDRESS: trunk.host.replace(/:\d+$/, ''),
    TRUNK_DTMF_MODE: dtmfModes[trunk.dtmf ?? 'auto'],
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
