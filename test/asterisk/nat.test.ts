import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { connect } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Leg } from '../../src/calls/telephony.ts';
import { gatewaySipFolder } from '../../src/embedded/gateway.ts';
import { SipFiles } from '../../src/sip/sip-files.ts';
import { SipUpkeep } from '../../src/sip/upkeep.ts';
import { stunAnswer } from '../rig/stun-answer.ts';
import { startSippDevice } from '../rig/sipp-device.ts';
import { hear } from './hear.ts';
import { type Stage, eventually, follow, setStage } from './stage.ts';

/** The company lies outside: LOCAL_NETWORKS has 127.0.0.1 alone. */
const companyHost = '127.0.0.2';
const dial = { timeoutSeconds: 10 };
let stage: Stage;
let stun: Socket;
let files: SipFiles;
let upkeep: SipUpkeep;
let traces = 0;
let seenFrom = '203.0.113.7';

test.before(async () => {
  stage = await setStage({ companyHost, withTls: true });
  stun = createSocket('udp4');
  stun.on('message', (request, from) => stun.send(stunAnswer(request, seenFrom), from.port, from.address));
  stun.bind(0, '127.0.0.1');
  await once(stun, 'listening');
  files = new SipFiles(
    {
      folder: gatewaySipFolder(stage.dataDir),
      authorityFolder: path.join(stage.dataDir, 'ca'),
      certificate: undefined,
      trunkCaFile: undefined,
      externalAddress: 'auto',
      stun: { host: '127.0.0.1', port: stun.address().port },
      localNetworks: ['127.0.0.1/32'],
      ownNames: () => ['127.0.0.1'],
      fileMode: 0o600,
    },
    stage.setup.log,
  );
  upkeep = new SipUpkeep({
    files,
    reload: () => stage.reloadSip(),
    reloadAtFirst: false,
    log: stage.setup.log,
    everyMs: 200,
  });
  await upkeep.refresh();
  upkeep.follow(stage.telephony);
});

test.after(async () => {
  await upkeep.stop();
  stun.close();
  await stage.stop();
});

/** Contact and media address of the INVITE that `work` leads to, as this Asterisk sees it. */
async function inviteSeen(
  asterisk: { runCli(command: string): Promise<string> },
  work: () => Promise<unknown>,
): Promise<{ contact: string | undefined; media: string | undefined }> {
  traces += 1;
  const file = path.join(stage.dataDir, `trace-${traces}.pcap`);
  await asterisk.runCli('pjsip set logger on');
  await asterisk.runCli(`pjsip set logger pcap ${file}`);
  await work();
  await asterisk.runCli('pjsip set logger off'); // writes the rest of the file
  const text = await readFile(file, 'latin1');
  const invite = text.slice(text.lastIndexOf('INVITE sip:'));
  return {
    contact: /^Contact: <sip:[^@>]*@([\d.]+)/m.exec(invite)?.[1],
    media: /^c=IN IP4 ([\d.]+)/m.exec(invite)?.[1],
  };
}

test('outside the network the external address is used, and a new one is adopted while a call goes on', async () => {
  const call = async (callId: string): Promise<Leg> => {
    const leg = await stage.telephony.dialFar(callId, '+12025550108', dial);
    await follow(leg).until('answered');
    return leg;
  };
  const legs: Leg[] = [];
  assert.equal(await inviteSeen(stage.company, async () => legs.push(await call('call_natheld'))), {
    contact: '203.0.113.7',
    media: '203.0.113.7',
  });
  const held = legs[0] as Leg;
  let frames = 0;
  const ear = await hear(stage, held, () => (frames += 1));

  seenFrom = '203.0.113.99';
  const shown = (): Promise<string> => stage.gateway.runCli('pjsip show transport transport-udp');
  await eventually(async () => (await shown()).includes('203.0.113.99'), 'the new address');
  const before = frames;
  await eventually(() => frames > before + 50, 'a second more of the held call');
  assert.is(held.state, 'up');
  assert.equal(await inviteSeen(stage.company, async () => legs.push(await call('call_natnew'))), {
    contact: '203.0.113.99',
    media: '203.0.113.99',
  });
  await ear.stop();
  await Promise.all(legs.map((leg) => leg.hangUp()));
});

test('the trunk is asked often enough to keep the way back through a router open (RFC 5626, section 4.4.2)', async () => {
  const shown = await stage.gateway.runCli('pjsip show aor trunk');
  const seconds = Number(/^ qualify_frequency +: (\d+)/m.exec(shown)?.[1]);
  assert.ok(seconds >= 24 && seconds <= 29, `${seconds} s`);
});

test('a phone on the local network sees the local address', async () => {
  const sipp = await startSippDevice({ behaviour: 'answer' });
  try {
    const device = {
      id: 'dev_local',
      name: 'Local',
      type: 'sip_phone',
      sipUri: sipp.sipUri,
      priority: 1,
      capabilities: [],
      confirmsAnswer: false,
      createdAtMs: 0,
      updatedAtMs: 0,
    } as const;
    await stage.lines.push({ device: { ...device, capabilities: ['voice'] }, sipPassword: null });
    await eventually(() => stage.lines.isOnline('dev_local'), 'online');
    const target = { kind: 'endpoint', deviceId: 'dev_local' } as const;
    const seen = await inviteSeen(stage.gateway, async () => {
      const leg = await stage.telephony.dialDevice('call_natlocal', target, {
        timeoutSeconds: 10,
        showNumber: '+12025550107',
      });
      await follow(leg).until('answered');
      await leg.hangUp();
    });
    assert.equal(seen, { contact: '127.0.0.1', media: '127.0.0.1' });
  } finally {
    await sipp.stop();
  }
});

/** Serial number of the certificate that Asterisk shows to a client that trusts this service's root alone. */
async function shownCertificate(): Promise<string> {
  const ca = await readFile(path.join(stage.dataDir, 'ca/root.pem'), 'utf8');
  const socket = connect({ host: '127.0.0.1', port: stage.sipTlsPort, ca });
  await once(socket, 'secureConnect');
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}

test('an Asterisk that started before its certificate shows it, and the next one, without a restart', async () => {
  const { pid } = stage.gateway;
  const first = await shownCertificate();
  await rm(path.join(gatewaySipFolder(stage.dataDir), 'certificate.pem'));
  await upkeep.refresh();
  const second = await shownCertificate();
  assert.is.not(second, first);
  assert.is(stage.gateway.pid, pid);
});

test('without an answer of the STUN server the last address stays, and the log says so once', async () => {
  stun.removeAllListeners('message');
  await eventually(
    () => stage.logged.some((line) => line.includes('the last one stays')),
    'a line about the STUN server',
  );
  assert.match(await stage.gateway.runCli('pjsip show transport transport-udp'), /203\.0\.113\.99/);
});

test.run();
