import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AsteriskInstance } from '../../src/embedded/asterisk-instance.ts';
import { renderConfig } from '../../src/embedded/config-files.ts';
import { folderValues } from '../../src/embedded/gateway.ts';
import { instanceFolders } from '../../src/embedded/instance-folders.ts';
import { type AsteriskProgram, openAsterisk } from '../../src/provision/asterisk-program.ts';
import { openPersonVoices } from './voices.ts';
import { toEightKilohertz } from '../../src/audio/resample.ts';
import { readSound } from '../../src/audio/sound-file.ts';
import { encodeTelephoneWav } from '../../src/audio/wav.ts';
import { guardUntilEnded } from '../guarded.ts';

export interface PhoneCompanyOptions {
  /** The folder for everything it writes. */
  readonly dir: string;
  /** Overrides the Asterisk found on this machine. */
  readonly program?: AsteriskProgram;
  readonly sipPort: number;
  /** 127.0.0.1 by default. */
  readonly sipHost?: string;
  /** Enables SIP over TLS. */
  readonly tls?: { readonly port: number; readonly certificateFile: string; readonly keyFile: string };
  /** Whether it supports SRTP; without it, encrypted calls are refused. */
  readonly srtp?: boolean;
  readonly rtpPortStart: number;
  readonly rtpPortEnd: number;
  /** The gateway's login. */
  readonly trunkUsername: string;
  readonly trunkPassword: string;
  /** Where it sends calls to the gateway. */
  readonly gatewaySipPort?: number;
  /** What +12025550190 plays: a WAV file, optionally gzipped. Without it that number does not exist. */
  readonly audioFile?: string;
  /**
   * Where each call leaves `<number>-<id>-heard.wav` (what the company hears of the gateway) and `-sent.wav`. Can be
   * changed later with the CLI: `dialplan set global RECORDINGS <folder|none>`.
   */
  readonly recordDir?: string;
  /** Added to its dialplan: further numbers and their menus. */
  readonly dialplan?: string;
  readonly progress: (line: string) => void;
}

export interface PhoneCompany {
  readonly sipPort: number;
  readonly pid: number;
  stop(): Promise<void>;
  runCli(command: string): Promise<string>;
}

const noFile = 'none';

/** Starts the demo phone company on loopback; asterisk-config/phone-company/extensions.conf lists its numbers. */
export async function startPhoneCompany(options: PhoneCompanyOptions): Promise<PhoneCompany> {
  const program = options.program ?? (await openAsterisk(options.progress));
  const voices = await openPersonVoices(options.progress);
  const folders = instanceFolders(options.dir);
  const farEnd =
    options.audioFile === undefined ? noFile : await convertAudio(options.audioFile, options.dir);
  if (options.recordDir !== undefined) await mkdir(options.recordDir, { recursive: true, mode: 0o700 });
  const { tls, sipHost = '127.0.0.1' } = options;
  const unused = [
    ...(tls === undefined ? ['pjsip_tls.conf'] : []),
    ...(options.srtp === true ? [] : ['pjsip_srtp.conf']),
  ];
  const values = {
    ...folderValues(program, folders),
    SIP_HOST: sipHost,
    SIP_PORT: String(options.sipPort),
    ...(tls === undefined
      ? {}
      : {
          SIP_TLS_PORT: String(tls.port),
          CERTIFICATE_FILE: resolve(tls.certificateFile),
          KEY_FILE: resolve(tls.keyFile),
        }),
    RTP_PORT_START: String(options.rtpPortStart),
    RTP_PORT_END: String(options.rtpPortEnd),
    TRUNK_USERNAME: options.trunkUsername,
    TRUNK_PASSWORD: options.trunkPassword,
    GATEWAY_SIP_PORT: String(options.gatewaySipPort ?? 5060),
    VOICES_DIR: voices,
    FAR_END_AUDIO: farEnd,
    RECORD_DIR: options.recordDir === undefined ? noFile : resolve(options.recordDir),
  };
  const rendered = await renderConfig('phone-company', values, unused);
  const extensions = [rendered.get('extensions.conf'), options.dialplan, ''].join('\n');
  const config = new Map([...rendered, ['extensions.conf', extensions]]);
  const release = guardUntilEnded({ recordFile: folders.recordFile });
  const instance = await AsteriskInstance.start({
    program,
    folders,
    config,
    ports: [
      {
        protocol: 'udp',
        host: sipHost,
        port: options.sipPort,
        portSetting: 'SIP_PORT', // in the demo, the company's port is chosen after the gateway's
        hostSetting: undefined,
      },
    ],
    adopt: false,
    progress: options.progress,
  });
  return {
    sipPort: options.sipPort,
    get pid() {
      return instance.pid;
    },
    async stop() {
      await instance.stop();
      release();
    },
    runCli: (command) => instance.runCli(command),
  };
}

/** Returns the converted file's path without its extension, as Asterisk's Playback() expects it. */
async function convertAudio(file: string, dir: string): Promise<string> {
  const sound = await readSound(file);
  const samples = toEightKilohertz(sound.samples, sound.rateHz);
  const target = join(resolve(dir), 'far-end');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await writeFile(`${target}.wav`, encodeTelephoneWav(samples), { mode: 0o600 });
  return target;
}
