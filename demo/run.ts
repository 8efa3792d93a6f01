import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readSound } from '../src/audio/sound-file.ts';
import { describeError } from '../src/domain/errors.ts';
import { openAsterisk } from '../src/provision/asterisk-program.ts';
import { endCommandsWith } from '../src/provision/run-command.ts';
import { makePrivateFolder, writePrivately } from '../src/secrets/private-folder.ts';
import { untilAborted } from '../src/async/until-aborted.ts';
import { takeStopSignals } from '../src/wiring/process/stop-request.ts';
import { followCall } from './call.ts';
import { GatewayClient } from '../rig/gateway-client.ts';
import { type GatewayProcess, startGatewayProcess } from '../rig/gateway-process.ts';
import { type HeadlessPhone, startHeadlessPhone } from '../rig/headless-phone.ts';
import type { DemoOptions } from './options.ts';
import { type PhoneCompany, startPhoneCompany } from '../rig/phone-company/phone-company.ts';
import { openPersonVoices } from '../rig/phone-company/voices.ts';
import { openBaresip } from '../rig/sip-programs.ts';
import { choosePorts, type DemoPorts } from './ports.ts';

const callerId = '+12025550199';
const trunkLogin = { username: 'demo', password: 'demo-trunk-password' };
/** The demo phone answers like a person who has to reach for it. */
const answerAfterMs = 1_500;

/** As a shell reports the end by SIGINT. */
const interruptedCode = 130;

/** Everything the demo started, stopped in reverse order. */
type Cleanup = (() => Promise<void>)[];

/** @returns the process's exit code. */
export async function runDemo(options: DemoOptions): Promise<number> {
  const cleanup: Cleanup = [];
  const signal = takeStopSignals();
  try {
    // What is being started is waited for, and then ended like the rest. Downloads end at once.
    return await endCommandsWith(signal, () => present(options, cleanup, signal));
  } catch (error) {
    if (signal.aborted) return interruptedCode;
    console.error(`demo: ${describeError(error)}`);
    return 1;
  } finally {
    for (const end of cleanup.reverse())
      await end().catch((error: unknown) => console.error(describeError(error)));
  }
}

/** @returns the exit code. @throws the signal's reason once it is aborted. */
async function present(options: DemoOptions, cleanup: Cleanup, signal: AbortSignal): Promise<number> {
  const folder = path.resolve(process.env['DATA_DIR'] ?? './data', 'demo');
  writePrivately();
  await makePrivateFolder(folder);
  // Before the downloads, which take minutes at the first start.
  if (options.audioFile !== undefined) await readSound(options.audioFile);
  for (const bring of [openAsterisk, openPersonVoices, openBaresip]) await bring(say);
  signal.throwIfAborted();
  // Not before what takes minutes at the first start: another demo may have taken them by then.
  const ports = await choosePorts();
  const tokenFile = path.join(folder, 'owner-token');
  const token = await ownerToken(tokenFile);

  say('starting the demo phone company');
  const company = await startCompany(folder, ports, options);
  cleanup.push(() => company.stop());
  signal.throwIfAborted();
  say('starting the gateway');
  const gateway = await startGateway(folder, ports, token);
  cleanup.push(() => gateway.stop());
  signal.throwIfAborted();
  const url = `http://127.0.0.1:${ports.http}`;
  const client = new GatewayClient(url, token);
  await checkToken(client, tokenFile);
  say('starting the demo phone');
  const phone = await startPhone(client, ports);
  cleanup.push(() => phone.stop());
  signal.throwIfAborted();

  let exitCode = 0;
  if (!options.noCall) {
    const number = options.audioFile === undefined ? '+12025550100' : '+12025550190';
    const connected = await followCall(client, { number, say, hangsUpAfterwards: options.once, signal });
    exitCode = connected ? 0 : 1;
  }
  if (options.once) return exitCode;
  signal.throwIfAborted();
  say('');
  say(`The gateway stays up:  ${url}   (API reference: ${url}/api/docs)`);
  say(`The owner's token:     ${token}`);
  say(
    `A call of your own:    curl -X POST ${url}/api/v1/calls/hold-slayer -H "Authorization: Bearer ${token}" \\`,
  );
  say(`                         -H 'Content-Type: application/json' -d '{"number":"+12025550112"}'`);
  say('Ctrl-C ends it.');
  await untilAborted(signal);
  return interruptedCode;
}

function say(line: string): void {
  console.log(line);
}

/** The token of the demo's own database, stored next to it. */
async function ownerToken(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return kept.trim();
  const token = `hf_pat_${randomBytes(32).toString('base64url')}`;
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return token;
}

/** @throws Error when the token was revoked, which the same token never recovers from. */
async function checkToken(client: GatewayClient, file: string): Promise<void> {
  const { status } = await client.send('GET', '/auth/me');
  if (status === 401)
    throw new Error(`the demo's token was revoked; remove ${file}, and the next start makes another`);
}

function startCompany(folder: string, ports: DemoPorts, options: DemoOptions): Promise<PhoneCompany> {
  return startPhoneCompany({
    dir: path.join(folder, 'company'),
    sipPort: ports.companySip,
    rtpPortStart: ports.rtp + 600,
    rtpPortEnd: ports.rtp + 998,
    trunkUsername: trunkLogin.username,
    trunkPassword: trunkLogin.password,
    gatewaySipPort: ports.sip,
    ...(options.audioFile === undefined ? {} : { audioFile: options.audioFile }),
    progress: say,
  });
}

function startGateway(folder: string, ports: DemoPorts, token: string): Promise<GatewayProcess> {
  const log = createWriteStream(path.join(folder, 'gateway.log'), { mode: 0o600 });
  return startGatewayProcess(
    {
      HOST: '127.0.0.1',
      PORT: String(ports.http),
      PUBLIC_URL: `http://127.0.0.1:${ports.http}`,
      HTTPS_CERT_FILE: '',
      HTTPS_KEY_FILE: '',
      DATA_DIR: folder,
      DATABASE_URL: '',
      OWNER_TOKEN: token,
      ARI_URL: '',
      MEDIA_HOST: '',
      ARI_PORT: String(ports.ari),
      MEDIA_PORT: String(ports.media),
      SIP_HOST: '127.0.0.1',
      SIP_PORT: String(ports.sip),
      SIP_TLS_PORT: String(ports.sipTls),
      EXTERNAL_ADDRESS: '',
      MEDIA_ENCRYPTION: '',
      SIP_TLS_CERT_FILE: '',
      SIP_TLS_KEY_FILE: '',
      SIP_DOMAIN: '127.0.0.1',
      RTP_PORT_START: String(ports.rtp),
      RTP_PORT_END: String(ports.rtp + 598),
      TRUNK_HOST: `127.0.0.1:${ports.companySip}`,
      TRUNK_USERNAME: trunkLogin.username,
      TRUNK_PASSWORD: trunkLogin.password,
      TRUNK_REGISTER: 'no',
      TRUNK_TRANSPORT: 'udp',
      TRUNK_MEDIA_ENCRYPTION: '',
      CALLER_ID: callerId,
      ALLOWED_COUNTRIES: 'US',
      MAX_CALLS_PER_HOUR: '1000',
      OIDC_ISSUER: '',
      OIDC_CLIENT_ID: '',
    },
    (line) => {
      log.write(`${line}\n`);
      if (line.startsWith('…')) say(line);
    },
  );
}

interface DeviceAnswer {
  id: string;
  name: string;
  sip_password?: string;
}

/** A phone's password is shown only once, so an earlier demo's phone is replaced. */
async function startPhone(client: GatewayClient, ports: DemoPorts): Promise<HeadlessPhone> {
  const { devices } = await client.request<{ devices: DeviceAnswer[] }>('GET', '/api/v1/devices');
  for (const device of devices.filter(({ name }) => name === 'Demo phone'))
    await client.request('DELETE', `/api/v1/devices/${device.id}`);
  const device = await client.request<DeviceAnswer>('POST', '/api/v1/devices', {
    name: 'Demo phone',
    type: 'sip_phone',
    sip_uri: `sip:demophone@127.0.0.1:${ports.sip}`,
    priority: 1,
    capabilities: ['voice'],
  });
  if (device.sip_password === undefined) throw new Error('the gateway gave the phone no password');
  return startHeadlessPhone({
    username: 'demophone',
    registrar: `127.0.0.1:${ports.sip}`,
    password: device.sip_password,
    sipPort: ports.phoneSip,
    controlPort: ports.phoneControl,
    rtpPortStart: ports.rtp + 1_000,
    rtpPortEnd: ports.rtp + 1_098,
    says: 'nothing',
    answer: { afterMs: answerAfterMs },
    progress: say,
  });
}
