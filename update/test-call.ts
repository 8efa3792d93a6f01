import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { withTimeLimit } from '../src/async/time-limit.ts';
import { readConfig } from '../src/config/read-config.ts';
import { GatewayClient } from '../rig/gateway-client.ts';
import { startPhoneCompany } from '../rig/phone-company/phone-company.ts';
import { PortChooser } from '../rig/ports.ts';
import { AppError, describeError } from '../src/domain/errors.ts';
import type { Log } from '../src/log/log.ts';
import type { AsteriskProgram } from '../src/provision/asterisk-program.ts';
import { tryKernelLock } from '../src/provision/kernel-lock.ts';
import type { Service } from '../src/service.ts';
import { Shutdown } from '../src/wiring/process/shutdown.ts';
import { FaultWatch } from '../src/wiring/process/fault-watch.ts';
import { StartClock } from '../src/wiring/process/start-clock.ts';
import { start } from '../src/wiring/process/start.ts';

/** Six seconds of hold music, then a person. */
const companyNumber = '+12025550120';
/** Stands in for the owner's phone: answers at once and echoes. */
const ownersNumber = '+12025550113';
const deadlineSeconds = 120;

/** Away from ports that a running service is likely to use. */
const firstPort = 28_080;
const firstRtpPort = 29_000;

interface TestPorts {
  readonly http: number;
  readonly ari: number;
  readonly media: number;
  readonly sip: number;
  readonly sipTls: number;
  readonly companySip: number;
}

/**
 * Boots the whole service and the demo phone company on the given Asterisk, alongside whatever runs, and holds once:
 * dial, hold music, a person, the owner's phone, talk, hang-up. Leaves nothing behind.
 * @param folder everything is written below it; removed at the end.
 * @throws AppError `conflict` while another process uses the folder, `unavailable` that says how far it came.
 */
export async function placeTestCall(
  program: AsteriskProgram,
  folder: string,
  progress: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const lock = await tryKernelLock(`${folder}.lock`);
  if (lock === undefined)
    throw new AppError('conflict', 'another update makes its test call; run this one again after it');
  const complaints: string[] = [];
  const cleanup: (() => Promise<void>)[] = [
    () => lock.release(),
    () => rm(folder, { recursive: true, force: true }),
  ];
  const time = { limit: signal };
  try {
    await withTimeLimit(signal, deadlineSeconds * 1000, async (deadline) => {
      time.limit = deadline;
      const ports = await choosePorts();
      const trunk = { username: 'test', password: randomBytes(16).toString('hex') };
      const company = await startPhoneCompany({
        dir: join(folder, 'company'),
        program,
        sipPort: ports.companySip,
        rtpPortStart: firstRtpPort + 100,
        rtpPortEnd: firstRtpPort + 198,
        trunkUsername: trunk.username,
        trunkPassword: trunk.password,
        gatewaySipPort: ports.sip,
        progress,
      });
      cleanup.push(() => company.stop());
      const token = `hf_pat_${randomBytes(32).toString('base64url')}`;
      const service = await startService(program, folder, ports, { ...trunk, token }, complaints);
      cleanup.push(() => service.stop());
      await waitOnHold(new GatewayClient(`http://127.0.0.1:${ports.http}`, token), deadline);
    });
  } catch (cause) {
    const reason = time.limit.aborted ? abortReason(signal) : describeError(cause);
    const noted = complaints.length === 0 ? '' : ` (${complaints.slice(-3).join('; ')})`;
    throw new AppError('unavailable', `the test call failed: ${reason}${noted}`, { cause });
  } finally {
    for (const end of cleanup.reverse())
      await end().catch((error: unknown) => progress(`after the test call: ${describeError(error)}`));
  }
}

function abortReason(signal: AbortSignal): string {
  return signal.aborted ? 'it was interrupted' : `it took longer than ${deadlineSeconds} s`;
}

async function choosePorts(): Promise<TestPorts> {
  const ports = new PortChooser();
  const next = (): Promise<number> => ports.take(firstPort);
  return {
    http: await next(),
    ari: await next(),
    media: await next(),
    sip: await next(),
    sipTls: await next(),
    companySip: await next(),
  };
}

function startService(
  program: AsteriskProgram,
  folder: string,
  ports: TestPorts,
  login: { username: string; password: string; token: string },
  complaints: string[],
): Promise<Service> {
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: String(ports.http),
    DATA_DIR: folder,
    OWNER_TOKEN: login.token,
    ARI_PORT: String(ports.ari),
    MEDIA_PORT: String(ports.media),
    SIP_HOST: '127.0.0.1',
    SIP_PORT: String(ports.sip),
    SIP_TLS_PORT: String(ports.sipTls),
    SIP_DOMAIN: '127.0.0.1',
    RTP_PORT_START: String(firstRtpPort),
    RTP_PORT_END: String(firstRtpPort + 98),
    TRUNK_HOST: `127.0.0.1:${ports.companySip}`,
    TRUNK_USERNAME: login.username,
    TRUNK_PASSWORD: login.password,
    CALLER_ID: '+12025550199',
  });
  const log = complaintLog(complaints);
  return start({
    config,
    log,
    progress: () => undefined,
    program,
    clock: new StartClock(),
    faults: new FaultWatch(),
    signal: new AbortController().signal,
    shutdown: new Shutdown(log),
    giveUp: () => undefined,
  });
}

/** Keeps what helps to understand a failure and drops the rest. */
function complaintLog(complaints: string[]): Log {
  const keep = (message: string, fields?: Record<string, unknown>): void => {
    complaints.push(fields === undefined ? message : `${message} ${JSON.stringify(fields)}`);
  };
  return { debug: () => undefined, info: () => undefined, warn: keep, error: keep };
}

async function waitOnHold(client: GatewayClient, deadline: AbortSignal): Promise<void> {
  deadline.throwIfAborted();
  const seen: string[] = [];
  let wake: () => void = () => undefined;
  const close = await client.follow((event) => {
    if (event.type !== 'call_status') return;
    seen.push(String(event.data['to']));
    wake();
  });
  deadline.addEventListener('abort', () => wake());
  try {
    await client.request('POST', '/api/v1/devices', {
      name: 'Owner',
      type: 'external',
      sip_uri: `tel:${ownersNumber}`,
      priority: 1,
      capabilities: ['voice'],
    });
    const call = await client.request<{ call_id: string }>('POST', '/api/v1/calls/hold-slayer', {
      number: companyNumber,
      intent: 'test call',
      transfer_to: 'Owner',
    });
    const until = async (wanted: string): Promise<void> => {
      while (!seen.includes(wanted)) {
        const changed = new Promise<void>((resolve) => (wake = resolve));
        deadline.throwIfAborted();
        if (seen.includes('failed') || seen.includes('ended'))
          throw new AppError('unavailable', `the call went ${seen.join(', ')}`);
        await changed;
      }
    };
    await until('connected');
    await client.request('POST', `/api/v1/calls/${call.call_id}/hangup`);
    await until('ended');
  } finally {
    close();
  }
}
