import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '../../src/config/read-config.ts';
import { variables } from '../../src/config/schema.ts';
import { renderConfig } from '../../src/embedded/config-files.ts';
import { type TrunkOptions, trunkValues, unusedFiles } from '../../src/embedded/gateway.ts';
import { stopPatienceSeconds } from '../../src/wiring/process/stop-request.ts';

const root = new URL('../../', import.meta.url).pathname;
const run = promisify(execFile);

const values = {
  ETC_DIR: '/e',
  STATE_DIR: '/s',
  RUN_DIR: '/r',
  LOG_DIR: '/l',
  MODULES_DIR: '/m',
  ASTERISK_DATA_DIR: '/d',
  ARI_HOST: '0.0.0.0',
  ARI_PORT: '8088',
  ARI_USERNAME: 'holdfast',
  ARI_PASSWORD: 'semi;colon$&',
  MEDIA_HOST: 'app',
  MEDIA_PORT: '8089',
  MEDIA_USERNAME: 'holdfast',
  MEDIA_PASSWORD: 'media',
  SIP_HOST: '0.0.0.0',
  SIP_PORT: '5060',
  SIP_TLS_PORT: '5061',
  SIP_FILES_DIR: '/sip',
  RTP_PORT_START: '10000',
  RTP_PORT_END: '10200',
  RTP_PROBATION: '100000000',
  TRUNK_HOST: 'sip.example.net:5080',
  TRUNK_ADDRESS: 'sip.example.net',
  TRUNK_URI: 'sip:sip.example.net:5080',
  TRUNK_TRANSPORT: 'udp',
  TRUNK_DTMF_MODE: 'auto',
  TRUNK_USERNAME: 'user',
  TRUNK_PASSWORD: 'pass',
};

/** Renders as the container does, but into `folder`. */
async function renderInContainerWay(folder: string, environment: Record<string, string>): Promise<void> {
  const own = {
    ETC_DIR: join(folder, 'etc'),
    STATE_DIR: join(folder, 'state'),
    LOG_DIR: join(folder, 'log'),
  };
  await run('sh', [join(root, 'asterisk-config/container-entrypoint.sh')], {
    env: {
      PATH: process.env['PATH'],
      TEMPLATES_DIR: join(root, 'asterisk-config/gateway'),
      RENDER_ONLY: 'yes',
      ...environment,
      ...own,
    },
  });
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-entrypoint-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('the documentation names every variable, and none that does not exist', async () => {
  const page = await readFile(join(root, 'docs/configuration.md'), 'utf8');
  const named = new Set(
    [...page.matchAll(/`([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*)`/g)].map(([, name]) => name ?? ''),
  );
  assert.equal(
    variables.filter((name) => !named.has(name)),
    [],
    'not documented',
  );
  assert.equal(
    [...named].filter(
      (name) => !new Set<string>(variables).has(name) && name !== 'TZ' && !name.startsWith('NODE_'),
    ),
    [],
    'documented, but not read',
  );
});

for (const [what, environment, given] of [
  ['a registering trunk', { TRUNK_REGISTER: 'yes' }, { register: true }],
  ['a trunk without registration', {}, {}],
  [
    'an encrypted trunk',
    { TRUNK_TRANSPORT: 'tls', MEDIA_ENCRYPTION: 'required' },
    { transport: 'tls', mediaEncryption: 'required' },
  ],
  [
    'a trunk over TCP that may encrypt',
    { TRUNK_TRANSPORT: 'tcp', MEDIA_ENCRYPTION: 'required', TRUNK_MEDIA_ENCRYPTION: 'optional' },
    { transport: 'tcp', mediaEncryption: 'optional' },
  ],
  ['a trunk that takes SIP INFO', { TRUNK_DTMF: 'info' }, { dtmf: 'info' }],
  ['a trunk that takes tones', { TRUNK_DTMF: 'tones' }, { dtmf: 'tones' }],
] as const) {
  test(`the container's configuration is the embedded one's, with ${what}`, () =>
    withFolder(async (folder) => {
      const { TRUNK_URI: _uri, TRUNK_TRANSPORT: _transport, ...fromOutside } = values;
      await renderInContainerWay(folder, { ...fromOutside, ...environment });
      const trunk: TrunkOptions = { host: values.TRUNK_HOST, username: 'user', register: false, ...given };
      const own = {
        ETC_DIR: join(folder, 'etc'),
        STATE_DIR: join(folder, 'state'),
        LOG_DIR: join(folder, 'log'),
      };
      const expected = await renderConfig(
        'gateway',
        { ...values, ...trunkValues(trunk), TRUNK_USERNAME: 'user', ...own },
        unusedFiles({ trunk, sipTlsPort: 5061 }),
      );
      assert.equal((await readdir(join(folder, 'etc'))).sort(), [...expected.keys()]);
      for (const [file, text] of expected) {
        assert.is(await readFile(join(folder, 'etc', file), 'utf8'), text, file);
      }
    }));
}

for (const [given, expected] of [
  ['yes', true],
  ['Yes', true],
  ['true', true],
  ['1', true],
  ['', false],
  ['no', false],
  ['FALSE', false],
  ['0', false],
] as const)
  test(`TRUNK_REGISTER=${given} means the same to Asterisk's container as to the app`, () =>
    withFolder(async (folder) => {
      const { TRUNK_URI: _uri, TRUNK_TRANSPORT: _transport, ...rest } = values;
      await renderInContainerWay(folder, { ...rest, TRUNK_REGISTER: given });
      const files = await readdir(join(folder, 'etc'));
      assert.is(files.includes('pjsip_trunk_registration.conf'), expected);
      const { TRUNK_HOST, TRUNK_USERNAME, TRUNK_PASSWORD } = values;
      const app = readConfig({ TRUNK_HOST, TRUNK_USERNAME, TRUNK_PASSWORD, TRUNK_REGISTER: given });
      assert.is(app.trunk?.register, expected);
    }));

test('the container refuses a flag that is neither yes nor no, naming the variable', () =>
  withFolder(async (folder) => {
    for (const name of ['TRUNK_REGISTER', 'RTP_STRICT']) {
      const failure = await renderInContainerWay(folder, { ...values, [name]: 'on' }).then(
        () => '',
        (error: { stderr: string }) => error.stderr,
      );
      assert.match(failure, `${name} must be yes or no`);
    }
  }));

test('without a trunk the container has no trunk files', () =>
  withFolder(async (folder) => {
    const { TRUNK_HOST: _host, TRUNK_USERNAME: _user, ...rest } = values;
    await renderInContainerWay(folder, rest);
    assert.equal(
      (await readdir(join(folder, 'etc'))).filter((file) => file.includes('trunk')),
      [],
    );
  }));

test('the container refuses a password that would add a section, naming the variable', () =>
  withFolder(async (folder) => {
    const failure = await renderInContainerWay(folder, { ...values, ARI_PASSWORD: 'x\n[evil]' }).then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    );
    assert.match(failure, /ARI_PASSWORD contains a control character/);
  }));

test('the images use the same package list, templates and sources', async () => {
  const asterisk = await readFile(join(root, 'Dockerfile.asterisk'), 'utf8');
  assert.match(asterisk, /^COPY asterisk-config\/packages\.txt /m);
  assert.match(asterisk, /^COPY asterisk-config\/gateway /m);
  assert.match(asterisk, /^USER asterisk$/m);
  const app = await readFile(join(root, 'Dockerfile.app'), 'utf8');
  // The root is read-only (compose.yaml).
  assert.match(app, /^ENV .*XDG_CACHE_HOME=\/data\//m);
  assert.match(app, /^USER node$/m);
  // What the service is started as is what was made of the sources.
  assert.match(app, /^COPY bin bin$/m);
  assert.match(app, /^RUN .*node bin\/bundle\.mjs app /m);
  assert.match(app, /^CMD .*"\.holdfast\/service\/app\/main\.js"\]$/m);
});

test("the documented commands for the app's container are files that it has", async () => {
  const pages = await Promise.all(
    ['README.md', 'docs/identity.md'].map((page) => readFile(join(root, page), 'utf8')),
  );
  const [app, description] = await Promise.all(
    ['Dockerfile.app', 'package.json'].map((file) => readFile(join(root, file), 'utf8')),
  );
  assert.match(app ?? '', /^COPY src src$/m);
  const { dependencies } = JSON.parse(description ?? '') as { dependencies: Record<string, string> };
  for (const page of pages) {
    const [, loader = '', entry = ''] =
      /docker compose exec app node --import (\S+) (src\/[\w/.-]+\.ts)/.exec(page) ?? [];
    assert.ok(loader in dependencies, 'a package that is left when those for the build are removed');
    assert.ok((await stat(join(root, entry))).isFile());
    assert.not.match(page, /docker compose exec app npm/, 'bin/ensure.mjs is not in the image');
  }
});

test('compose hands Asterisk only settings that the templates or the entrypoint know', async () => {
  const compose = await readFile(join(root, 'compose.yaml'), 'utf8');
  const service = compose.slice(compose.indexOf('\n  asterisk:'), compose.indexOf('\nnetworks:'));
  const names = [...service.matchAll(/^ {6}([A-Z_]+):/gm)].map((match) => match[1] ?? '');
  const known = new Set([
    ...Object.keys(values),
    'TRUNK_REGISTER',
    'RTP_STRICT',
    'MEDIA_ENCRYPTION',
    'TRUNK_MEDIA_ENCRYPTION',
    'TRUNK_DTMF',
  ]);
  assert.ok(names.length > 10);
  assert.equal(
    names.filter((name) => !known.has(name)),
    [],
  );
  assert.not.match(compose, /^ {6}- .*8088/m, 'ARI must not be published');
});

test('the documented settings for an engine in a container name a server of that profile, and are accepted', async () => {
  const docs = await readFile(join(root, 'docs/speech.md'), 'utf8');
  const rows = [...docs.matchAll(/^\| `(\w+)` +\| (`\w+_ENGINE=.*?) +\|/gm)];
  assert.equal(
    rows.map(([, profile]) => profile),
    ['whisper', 'vosk', 'piper'],
  );
  for (const [, profile = '', lines = ''] of rows) {
    const given = Object.fromEntries(
      [...lines.matchAll(/`(\w+)=([^`]+)`/g)].map(([, name, value]) => [name, value]),
    );
    const { host } = new URL(given['STT_URL'] ?? given['SPEECH_URL'] ?? '');
    const service = await composeService(host.split(':')[0] ?? '');
    assert.match(service, `profiles: [${profile}]`);
    assert.not.match(service, /^ {4}ports:/m, 'nobody but the app is to reach it');
    const { transcription, speech } = readConfig(given);
    assert.ok(
      [transcription.engine, speech.engine].includes(given['STT_ENGINE'] ?? given['SPEECH_ENGINE'] ?? ''),
    );
  }
});

/** What the app is not told in a container, and why. */
const keptFromApp = new Set<string>([
  'DATABASE_URL', // in the volume, below DATA_DIR
  'TRUNK_PASSWORD', // Asterisk registers, not the app
  'SIP_HOST', // Asterisk listens, in a container of its own
  'RTP_PORT_START',
  'RTP_PORT_END',
  'RTP_STRICT',
  'ARI_PORT', // of an embedded Asterisk; this one has ARI_URL
]);

/** What Node reads by itself: the CA of an identity provider or a chat service at home, and the time zone. */
const readByNode = ['NODE_EXTRA_CA_CERTS', 'TZ'];

test("compose passes every setting to the app, except those that are not the app's there", async () => {
  const service = await composeService('app');
  const passed = [...service.matchAll(/^ {6}([A-Z_]+):/gm)].map((match) => match[1] ?? '');
  assert.equal(
    passed.toSorted(),
    [...variables.filter((name) => !keptFromApp.has(name)), ...readByNode].toSorted(),
  );
});

/** What compose.yaml gives the app with this `.env`. */
async function givenToApp(dotEnv: Record<string, string>): Promise<Record<string, string>> {
  const service = await composeService('app');
  const settings = [...service.matchAll(/^ {6}([A-Z_]+): (.+)$/gm)];
  return Object.fromEntries(settings.map(([, name = '', value = '']) => [name, interpolated(value, dotEnv)]));
}

function interpolated(text: string, dotEnv: Record<string, string>): string {
  return text.replace(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}/g,
    (_all, name: string, fallback?: string) => dotEnv[name] ?? fallback ?? 'given',
  );
}

test('a setting that is left out of .env has its default in the container', async () => {
  assert.is((await givenToApp({}))['TZ'], 'UTC');
  assert.is((await givenToApp({ TZ: 'Europe/Berlin' }))['TZ'], 'Europe/Berlin');
  const config = readConfig(await givenToApp({}));
  const plain = readConfig({});
  for (const name of [
    'greeting',
    'sensitivity',
    'answerSeconds',
    'deviceRingSeconds',
    'logLevel',
    'policy',
  ] as const)
    assert.equal(config[name], plain[name], name);
});

test('the address that the app makes of PORT leads to it', async () => {
  const published = /^ {4}ports:\n {6}- (\S+)$/m.exec(await readFile(join(root, 'compose.yaml'), 'utf8'));
  for (const dotEnv of [{}, { PORT: '9000' }]) {
    const config = readConfig(await givenToApp(dotEnv));
    const [, outside, inside] = interpolated(published?.[1] ?? '', dotEnv).split(':');
    assert.equal([outside, inside], [new URL(config.publicUrl).port, String(config.port)]);
  }
});

test("Docker waits longer for the app's end than the app does, and longer still for Asterisk's", async () => {
  const [app, asterisk] = await Promise.all(['app', 'asterisk'].map(graceSeconds));
  assert.ok((app ?? 0) > stopPatienceSeconds, `${app} s`);
  assert.ok((asterisk ?? 0) > (app ?? 0), `${asterisk} s`);
});

async function graceSeconds(service: string): Promise<number> {
  return Number(/^ {4}stop_grace_period: (\d+)s$/m.exec(await composeService(service))?.[1]);
}

async function composeService(name: string): Promise<string> {
  const compose = await readFile(join(root, 'compose.yaml'), 'utf8');
  const [, after = ''] = compose.split(`\n  ${name}:\n`);
  return after.split(/^(?: {2})?[a-z]+:/m)[0] ?? '';
}

test.run();
