import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type EmbeddedAsterisk, startGateway } from '../../src/embedded/gateway.ts';
import { gatewaySipFolder } from '../../src/embedded/gateway.ts';
import { openAuthority } from '../../src/sip/authority.ts';
import { SipFiles } from '../../src/sip/sip-files.ts';
import { eventually } from '../asterisk/stage.ts';
import { CallStory } from '../rig/call-story.ts';
import { addPhone, addSippDevice, untilOnline } from '../rig/devices.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { readHeard, readSamples, toneShare, untilHeard, writeTone } from '../rig/sound.ts';
import { SideBySide, World } from '../rig/world.ts';
import type { HealthReport } from '../../src/contract/service.ts';
import type { SystemView } from '../../src/contract/system.ts';
import type { RunningGateway } from '../rig/running-gateway.ts';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const folder = await mkdtemp(path.join(tmpdir(), 'hf-tls-'));
const companysAuthority = await openAuthority(path.join(folder, 'company'), Date.now());
const strangersAuthority = await openAuthority(path.join(folder, 'stranger'), Date.now());
const certificateFile = path.join(folder, 'company.pem');
const keyFile = path.join(folder, 'company-key.pem');
const issued = await companysAuthority.issue(['127.0.0.1'], Date.now());
await writeFile(certificateFile, issued.certificate);
await writeFile(keyFile, issued.key);
const tlsPort = await findFreePorts();
const world = await World.open({ tls: { port: tlsPort, certificateFile, keyFile }, srtp: true });
const tone = path.join(folder, 'tone.wav');
await writeTone(tone, 1000);

const trunkOverTls = {
  TRUNK_HOST: `127.0.0.1:${tlsPort}`,
  TRUNK_TRANSPORT: 'tls',
  TRUNK_CA_FILE: companysAuthority.rootFile,
};
const gateway = await world.gateway({ ...trunkOverTls, MEDIA_ENCRYPTION: 'required' });
const ownRoot = path.join(gateway.dataDir, 'ca/root.pem');
const all = new SideBySide();
const echo = '+12025550113';

/** What the phone says comes back from the far end, so both directions were heard. */
async function assertEchoHeard(call: CallStory, phone: Parameters<typeof readHeard>[0]): Promise<void> {
  await call.untilStatus('connected');
  await untilHeard(phone, 3);
  await call.hangUp();
  assert.ok(toneShare(await readHeard(phone), 1000) > 0.9);
}

all.add(test, 'TLS and SRTP on both ways: phone and far end hear each other', async () => {
  const { phone } = await addPhone(gateway, 'tlsphone', {
    says: tone,
    transport: 'tls',
    caFile: ownRoot,
    mediaEncryption: 'required', // it would refuse a call without
  });
  world.owns(phone);
  assert.match(await gateway.cli('pjsip show aor tlsphone'), /contact.*transport=tls/i);
  const trace = path.join(folder, 'trace.pcap');
  await gateway.cli('pjsip set logger on');
  await gateway.cli(`pjsip set logger pcap ${trace}`);
  const call = await CallStory.place(gateway, { number: echo, mode: 'direct', device: 'tlsphone' });
  await assertEchoHeard(call, phone);
  const [heard] = await world.recordings(echo, 'heard');
  assert.ok(toneShare(await readSamples(heard ?? ''), 1000) > 0.9);
  // Offer and answer of both legs: RTP/SAVP is SRTP (RFC 4568, section 6.1).
  await gateway.cli('pjsip set logger off');
  const sdp = (await readFile(trace, 'latin1')).match(/m=audio \d+ RTP\/SAVP /g) ?? [];
  assert.ok(sdp.length >= 4, `${sdp.length} times RTP/SAVP`);
});

all.add(test, 'a phone without SRTP is refused with "required", with the reason', async () => {
  const { phone } = await addPhone(gateway, 'plainphone', { transport: 'tls', caFile: ownRoot });
  world.owns(phone);
  // It offers plain audio in its answer whatever it was asked.
  const { sipp } = await addSippDevice(gateway, 'plainsipp', 'answer');
  world.owns(sipp);
  for (const device of ['plainphone', 'plainsipp']) {
    const call = await CallStory.place(gateway, { number: echo, mode: 'direct', device });
    const view = await call.untilOver();
    assert.is(view.end_reason, 'device_unavailable');
    assert.match(
      String(call.typesOf('device_failed')[0]?.data['reason']),
      /(not accept|without) encrypted audio \(SRTP\)/,
    );
  }
});

for (const [what, environment, why] of [
  ['another authority', { TRUNK_CA_FILE: strangersAuthority.rootFile }, /self.signed|unable to|issuer/],
  ['another name', { TRUNK_HOST: `localhost:${tlsPort}` }, /altnames|does not match/],
] as const)
  all.add(
    test,
    `a trunk with a certificate of ${what} is refused, and the settings and the log say why`,
    async () => {
      const refusing = await world.gateway({ ...trunkOverTls, ...environment });
      const call = await CallStory.place(refusing, { number: echo });
      const view = await call.untilOver();
      assert.is(view.status, 'failed');
      assert.match(String(view.error), /no TLS connection to the trunk|could not place/);
      await eventually(() => why.test(lineOf(refusing, 'there is no TLS connection to the trunk')), what);
      const { trunk } = await refusing.client.request<SystemView>('GET', '/api/v1/system');
      assert.match(trunk.detail ?? '', why);
      const health = await refusing.client.request<HealthReport>('GET', '/health');
      assert.equal([health.status, health.trunk.ok], ['degraded', false]);
      assert.equal(await refusing.leftovers(), '');
    },
  );

/** An Asterisk as a phone: it checks certificate and name of where it registers, which baresip 1.0 does not. */
async function registerAsterisk(
  user: string,
  password: string,
  authorityFile: string,
): Promise<EmbeddedAsterisk> {
  const dataDir = await mkdtemp(path.join(folder, 'phone-'));
  const ports = await findFreePorts(4);
  const rtpPortStart = await findFreePorts(20);
  const files = new SipFiles(
    {
      folder: gatewaySipFolder(dataDir),
      authorityFolder: path.join(dataDir, 'ca'),
      certificate: undefined,
      trunkCaFile: authorityFile,
      externalAddress: undefined,
      stun: undefined,
      localNetworks: [],
      ownNames: () => ['127.0.0.1'],
      fileMode: 0o600,
    },
    quiet,
  );
  await files.refresh();
  return startGateway({
    dataDir,
    ariPort: ports,
    mediaPort: ports + 1,
    sipHost: '127.0.0.1',
    sipPort: ports + 2,
    sipTlsPort: ports + 3,
    rtpPortStart,
    rtpPortEnd: rtpPortStart + 19,
    trunk: {
      host: `127.0.0.1:${gateway.environment['SIP_TLS_PORT']}`,
      transport: 'tls',
      username: user,
      password,
      register: true,
    },
    progress: () => undefined,
  });
}

all.add(
  test,
  'a phone that trusts the root of this service registers; one that does not stays away',
  async () => {
    const add = (name: string): Promise<{ id: string; sip_password: string }> =>
      gateway.client.request('POST', '/api/v1/devices', {
        name,
        type: 'sip_phone',
        sip_uri: `sip:${name}@127.0.0.1`,
      });
    const [trusting, doubting] = [await add('trusting'), await add('doubting')];
    const phones = [
      world.owns(await registerAsterisk('doubting', doubting.sip_password, strangersAuthority.rootFile)),
      world.owns(await registerAsterisk('trusting', trusting.sip_password, ownRoot)),
    ];
    await untilOnline(gateway, trusting.id);
    assert.match((await phones[0]?.runCli('pjsip show registrations')) ?? '', /Rejected|Unregistered/);
    const { devices } = await gateway.client.request<{ devices: { name: string; is_online: boolean }[] }>(
      'GET',
      '/api/v1/devices',
    );
    assert.not(devices.find(({ name }) => name === 'doubting')?.is_online);
  },
);

all.add(
  test,
  'TCP to the trunk and from the phone; "optional" takes phones with and without SRTP',
  async () => {
    const tcp = await world.gateway({
      TRUNK_TRANSPORT: 'tcp',
      MEDIA_ENCRYPTION: 'optional',
      TRUNK_MEDIA_ENCRYPTION: 'none',
    });
    for (const mediaEncryption of ['none', 'optional'] as const) {
      const device = `tcp${mediaEncryption}`;
      const { phone } = await addPhone(tcp, device, { says: tone, transport: 'tcp', mediaEncryption });
      world.owns(phone);
      const call = await CallStory.place(tcp, { number: echo, mode: 'direct', device });
      await assertEchoHeard(call, phone);
    }
    assert.match(await tcp.cli('pjsip show aor tcpnone'), /transport=tcp/i);
    assert.match(lineOf(tcp, 'gets the keys of its encrypted calls in clear'), /warn/);
  },
);

function lineOf(from: RunningGateway, words: string): string {
  return from.output.find((line) => line.includes(words)) ?? `no line with "${words}"`;
}

test('nothing is left over', async () => {
  await all.done();
  assert.is(await gateway.leftovers(), '');
});

test.after(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

test.run();
