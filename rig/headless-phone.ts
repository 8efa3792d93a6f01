import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../src/domain/errors.ts';
import { childEnvironment } from '../src/provision/child-environment.ts';
import type { MediaEncryption, SipTransport } from '../src/domain/sip-security.ts';
import { settlesWithin } from '../src/async/settles-within.ts';
import { BaresipControl } from './baresip-control.ts';
import { guardChild } from './guarded.ts';
import { openBaresip } from './sip-programs.ts';

export interface HeadlessPhoneOptions {
  /** The user part of its address. */
  readonly username: string;
  /** Where it registers, `host:port`. */
  readonly registrar: string;
  /** Without a password it does not register and is called at its own address. */
  readonly password?: string;
  /** The transport to the registrar; UDP by default. */
  readonly transport?: SipTransport;
  /** The only CA it trusts, PEM; for TLS. */
  readonly caFile?: string;
  /** SRTP: optional or required. */
  readonly mediaEncryption?: MediaEncryption;
  /** Bound together with the next port, which baresip uses for TLS. */
  readonly sipPort: number;
  readonly controlPort: number;
  readonly rtpPortStart: number;
  readonly rtpPortEnd: number;
  /** What its owner "says". A file (8 kHz mono WAV) must outlast the call: baresip hangs up at its end. */
  readonly says: { readonly file: string } | 'nothing';
  /** Whether and when it answers automatically. */
  readonly answer: { readonly afterMs: number } | 'never';
  readonly progress?: (line: string) => void;
}

/** baresip's names for events at a phone. */
export type PhoneEvent =
  'REGISTER_OK' | 'REGISTER_FAIL' | 'CALL_INCOMING' | 'CALL_ESTABLISHED' | 'CALL_CLOSED';

export interface HeadlessPhone {
  readonly pid: number;
  /** Its own address, for a gateway that calls it without a registration. */
  readonly sipUri: string;
  /** Resolves at the next event with this name. */
  next(event: PhoneEvent): Promise<void>;
  /** Calls back at each event with this name. */
  on(event: PhoneEvent, listener: () => void): void;
  /** Answers, or hangs up, the current call. */
  accept(): Promise<void>;
  hangUp(): Promise<void>;
  /** Presses one key in the current call (RFC 4733). */
  press(digit: string): Promise<void>;
  /** WAV files of what it heard, oldest first; complete once the call or the phone has ended. */
  heardFiles(): Promise<string[]>;
  /** Ends the process, unregistering first, and removes its files. */
  stop(): Promise<void>;
}

const startDeadlineMs = 60_000;
const stopDeadlineMs = 3_000;
const registrationSeconds = 60;

/** baresip's names: `srtp` offers and accepts plain RTP too, `srtp-mand` does not. */
const encryptionParameter: Record<MediaEncryption, string> = {
  none: '',
  optional: ';mediaenc=srtp',
  required: ';mediaenc=srtp-mand',
};

/** Starts a headless SIP phone (baresip) on loopback; resolves when it is registered, or ready to be called. */
export async function startHeadlessPhone(options: HeadlessPhoneOptions): Promise<HeadlessPhone> {
  const program = await openBaresip(options.progress ?? (() => undefined));
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-phone-'));
  const recordings = join(folder, 'heard');
  await mkdir(recordings);
  await writeFile(join(folder, 'config'), baresipConfig(options, program.modulesFolder, recordings));
  await writeFile(join(folder, 'accounts'), '# Its account is added by command.\n');
  await writeFile(join(folder, 'contacts'), '');
  const child = spawn(program.command, [...program.leadingArgs, '-f', folder], {
    cwd: folder,
    env: childEnvironment(),
    stdio: 'ignore',
  });
  guardChild(child);
  const ended = once(child, 'exit');
  let control: BaresipControl | undefined;
  const stop = async (): Promise<void> => {
    control?.close();
    await endProcess(child, ended);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    control = await BaresipControl.connect(options.controlPort, child, startDeadlineMs);
    const phone = describe({ child, control, recordings, stop }, options);
    await addAccount(control, phone, options);
    return phone;
  } catch (error) {
    await stop();
    throw error;
  }
}

interface StartedPhone {
  child: ChildProcess;
  control: BaresipControl;
  /** Where it leaves what it heard. */
  recordings: string;
  stop: () => Promise<void>;
}

function describe(
  { child, control, recordings, stop }: StartedPhone,
  { username, sipPort, answer }: HeadlessPhoneOptions,
): HeadlessPhone {
  const accept = (): Promise<void> => control.command('accept');
  if (answer !== 'never') {
    control.events.on('CALL_INCOMING', () => {
      // The caller may have given up in the meantime; then there is nothing to answer, and nothing to wait for.
      setTimeout(() => void accept().catch(() => undefined), answer.afterMs).unref();
    });
  }
  return {
    pid: child.pid ?? 0,
    sipUri: `sip:${username}@127.0.0.1:${sipPort}`,
    next: async (event) => void (await once(control.events, event)),
    on: (event, listener) => void control.events.on(event, listener),
    accept,
    hangUp: () => control.command('hangup'),
    press: (digit) => control.command('sndcode', digit),
    heardFiles: async () =>
      (await readdir(recordings))
        .filter((name) => name.endsWith('-dec.wav'))
        .sort()
        .map((name) => join(recordings, name)),
    stop,
  };
}

function baresipConfig(options: HeadlessPhoneOptions, modulesFolder: string, recordings: string): string {
  return `${[
    `sip_listen 127.0.0.1:${options.sipPort}`,
    ...(options.caFile === undefined ? [] : [`sip_cafile ${options.caFile}`]),
    'net_interface 127.0.0.1',
    'poll_method epoll',
    `audio_source ${audioSource(options.says)}`,
    'audio_player aubridge,heard',
    'audio_alert aufile,/dev/null',
    'ausrc_srate 8000',
    'auplay_srate 8000',
    'ausrc_channels 1',
    'auplay_channels 1',
    'ausrc_format s16',
    'auplay_format s16',
    `rtp_ports ${options.rtpPortStart}-${options.rtpPortEnd}`,
    `module_path ${modulesFolder}`,
    'module g711.so',
    'module aufile.so',
    'module aubridge.so',
    'module sndfile.so',
    'module srtp.so',
    `snd_path ${recordings}`,
    'module_tmp account.so',
    'module_app menu.so',
    'module_app ctrl_tcp.so',
    `ctrl_tcp_listen 127.0.0.1:${options.controlPort}`,
  ].join('\n')}\n`;
}

function audioSource(says: HeadlessPhoneOptions['says']): string {
  // A bridge with no source is silent.
  if (says === 'nothing') return 'aubridge,said';
  return `aufile,${says.file}`;
}

/** Adds the account once the registration's outcome is listened for. */
async function addAccount(
  control: BaresipControl,
  phone: HeadlessPhone,
  options: HeadlessPhoneOptions,
): Promise<void> {
  const { username, password, registrar, transport = 'udp', mediaEncryption = 'none' } = options;
  const login =
    password === undefined
      ? ';regint=0'
      : `;auth_user=${username};auth_pass=${password};regint=${registrationSeconds}`;
  const outcome =
    password === undefined
      ? Promise.resolve(true)
      : Promise.race([
          phone.next('REGISTER_OK').then(() => true),
          phone.next('REGISTER_FAIL').then(() => false),
          delay(startDeadlineMs, false, { ref: false }),
        ]);
  await control.command(
    'uanew',
    `<sip:${username}@${registrar};transport=${transport}>${login};answermode=manual;audio_codecs=PCMU${encryptionParameter[mediaEncryption]}`,
  );
  if (!(await outcome)) throw new AppError('unavailable', 'The phone could not register at the gateway');
}

async function endProcess(child: ChildProcess, ended: Promise<unknown[]>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  if (await settlesWithin(ended, stopDeadlineMs)) return;
  child.kill('SIGKILL');
  await ended;
}
