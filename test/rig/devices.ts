import type { HeadlessPhone, HeadlessPhoneOptions } from '../../rig/headless-phone.ts';
import { startHeadlessPhone } from '../../rig/headless-phone.ts';
import { findFreePorts } from './free-ports.ts';
import type { RunningGateway } from './running-gateway.ts';
import { SipAgent } from './sip-agent.ts';
import type { SippBehaviour, SippDevice } from './sipp-device.ts';
import { startSippDevice } from './sipp-device.ts';

export interface DeviceView {
  id: string;
  name: string;
  is_online: boolean;
  sip_password?: string;
}

/** Registers a device over REST and resolves when the gateway sees it online. */
export async function addStaticDevice(
  gateway: RunningGateway,
  name: string,
  sipUri: string,
  priority = 10,
): Promise<DeviceView> {
  const device = await gateway.client.request<DeviceView>('POST', '/api/v1/devices', {
    name,
    type: 'softphone',
    sip_uri: sipUri,
    priority,
    capabilities: ['voice'],
  });
  await untilOnline(gateway, device.id);
  return device;
}

/** A SIP device that treats every call alike, known to the gateway. */
export async function addSippDevice(
  gateway: RunningGateway,
  name: string,
  behaviour: SippBehaviour,
  ringMs?: number,
): Promise<{ view: DeviceView; sipp: SippDevice }> {
  const sipp = await startSippDevice({ behaviour, user: name, ...(ringMs !== undefined && { ringMs }) });
  return { sipp, view: await orStop(sipp, addStaticDevice(gateway, name, sipp.sipUri)) };
}

/** A device that never comes online must not outlive the test that says so. */
async function orStop<T>(device: { stop(): Promise<unknown> }, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await device.stop();
    throw error;
  }
}

/** How a phone connects: unencrypted over UDP by default. */
type PhoneSecurity = Pick<HeadlessPhoneOptions, 'transport' | 'caFile' | 'mediaEncryption'>;

/** A phone that can listen and speak, registered at the gateway. */
export async function addPhone(
  gateway: RunningGateway,
  name: string,
  options: { says?: string; answerAfterMs?: number | 'never' } & PhoneSecurity = {},
): Promise<{ view: DeviceView; phone: HeadlessPhone; start(): Promise<HeadlessPhone> }> {
  const { says, answerAfterMs, ...security } = options;
  const view = await gateway.client.request<DeviceView>('POST', '/api/v1/devices', {
    name,
    type: 'sip_phone',
    sip_uri: `sip:${name}@127.0.0.1:${gateway.sipPort}`,
    priority: 10,
    capabilities: ['voice'],
  });
  const sipPort = await findFreePorts(2);
  const controlPort = await findFreePorts();
  const rtpPortStart = await findFreePorts(20);
  const start = (): Promise<HeadlessPhone> =>
    startHeadlessPhone({
      ...security,
      username: name,
      registrar: `127.0.0.1:${security.transport === 'tls' ? gateway.environment['SIP_TLS_PORT'] : gateway.sipPort}`,
      password: view.sip_password ?? '',
      sipPort,
      controlPort,
      rtpPortStart,
      rtpPortEnd: rtpPortStart + 19,
      says: says === undefined ? 'nothing' : { file: says },
      answer: answerAfterMs === 'never' ? 'never' : { afterMs: answerAfterMs ?? 200 },
    });
  const phone = await start();
  await orStop(phone, untilOnline(gateway, view.id));
  return { view, phone, start };
}

/** A phone that does with each request what a test says, registered at the gateway. */
export async function addSipAgent(
  gateway: RunningGateway,
  name: string,
  transport: 'udp' | 'tcp' = 'udp',
): Promise<{ view: DeviceView; agent: SipAgent }> {
  const view = await gateway.client.request<DeviceView>('POST', '/api/v1/devices', {
    name,
    type: 'sip_phone',
    sip_uri: `sip:${name}@127.0.0.1:${gateway.sipPort}`,
    priority: 10,
    capabilities: ['voice'],
  });
  const agent = await SipAgent.open({
    user: name,
    transport,
    gatewayPort: gateway.sipPort,
    password: view.sip_password ?? '',
  });
  await orStop(
    agent,
    agent.register().then(() => untilOnline(gateway, view.id)),
  );
  return { view, agent };
}

export async function untilOnline(gateway: RunningGateway, deviceId: string): Promise<void> {
  await gateway.waitForEvent(
    (event) => event.type === 'device_online' && event.data['device'] === deviceId,
    `device_online of ${deviceId}`,
  );
}
