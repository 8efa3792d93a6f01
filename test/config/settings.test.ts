import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/config/read-config.ts';
import { listVariables, variables } from '../../src/config/schema.ts';
import type { AppError } from '../../src/domain/errors.ts';

type Environment = Record<string, string>;

/** What is said of these settings, line by line. */
function faultsOf(environment: Environment): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as AppError).detail.split('\n');
  }
}

const external = {
  ARI_URL: 'http://asterisk:8088',
  ARI_USERNAME: 'holdfast',
  ARI_PASSWORD: 'a',
  MEDIA_USERNAME: 'holdfast',
  MEDIA_PASSWORD: 'b',
};

test('without a setting, and with every setting empty, the service starts', () => {
  assert.equal(faultsOf({}), []);
  const empty = variables.filter((name) => !listVariables.includes(name)).map((name) => [name, '']);
  assert.equal(faultsOf(Object.fromEntries(empty) as Environment), []);
});

test('a folder may have any name', () => {
  const { dataDir, databaseUrl } = readConfig({ DATA_DIR: '/srv/100%41 äh?b#c' });
  assert.is(dataDir, '/srv/100%41 äh?b#c');
  assert.is(fileURLToPath(databaseUrl), '/srv/100%41 äh?b#c/holdfast.db');
});

test('menus are explored unless a service would hear every call for it', () => {
  const explores = (environment: Environment): boolean => readConfig(environment).exploresMenus;
  assert.is(explores({}), true);
  assert.is(explores({ STT_ENGINE: 'pocketsphinx' }), true);
  assert.is(explores({ EXPLORE_MENUS: 'no' }), false);
  const service = { STT_ENGINE: 'vosk', STT_URL: 'ws://127.0.0.1:2700' };
  assert.is(explores(service), false);
  assert.is(explores({ ...service, EXPLORE_MENUS: 'yes' }), true);
});

test('blanks around a value are not part of it', () => {
  assert.is(readConfig({ PORT: ' 8081\t' }).port, 8081);
});

test('every fault is told at once, each with its setting, what is allowed and what was found', () => {
  const faults = faultsOf({
    PORT: 'eighty',
    DEVICE_RING_SECONDS: '25s',
    SENSITIVITY: '1.5',
    RING_EARLY: 'on',
    LOG_LEVEL: 'INFO',
    TRUNK_HOST: 'sip:sip.example.net',
    CALLER_ID: '5551234',
    LOCAL_NETWORKS: '10.0.0.0, 192.168.0.0/16',
    ALLOWED_COUNTRIES: 'us, england',
    RTP_PORT_END: '9000',
    TURN_SECRET: 'north',
  });
  assert.equal(faults, [
    'PORT must be a port, 1 to 65535, not "eighty"',
    'LOCAL_NETWORKS must be networks such as 192.168.0.0/16, not "10.0.0.0"',
    'TRUNK_HOST must be a host or host:port, not "sip:sip.example.net"',
    'CALLER_ID must be a phone number in international format that is no emergency number, for example +12025550100, not "5551234"',
    'ALLOWED_COUNTRIES must be ISO 3166 codes such as US, not "ENGLAND"',
    'DEVICE_RING_SECONDS must be a number, 1 to 300, not "25s"',
    'RING_EARLY must be yes or no, not "on"',
    'SENSITIVITY must be a number, 0 to 1, not 1.5',
    'LOG_LEVEL must be one of error, warn, info, debug, not "INFO"',
    'TURN_SECRET needs TURN_URL',
    'RTP_PORT_END must be above RTP_PORT_START',
  ]);
});

test('no message quotes a secret, or an address, which may hold one', () => {
  const hidden = 'in the clear';
  const names = variables.filter(
    (name) => /_(PASSWORD|SECRET|KEY|TOKEN)$|_URL$/.test(name) && !name.startsWith('PUBLIC'),
  );
  assert.ok(names.length > 15);
  for (const name of names) assert.not.match(faultsOf({ [name]: hidden }).join('\n'), hidden, name);
});

for (const [environment, expected] of [
  // Docker's --env-file and systemd hand on the quotes.
  [{ DATA_DIR: '"./data"' }, /^DATA_DIR must be a text without quotes around it/],
  [{ GREETING: "'sound:one-moment-please'" }, /^GREETING must be sound:name/],
  [{ REASSURANCE: 'sound:one-moment-please | sound:no such' }, /^REASSURANCE must be sound:name/],
  [{ TRUNK_USERNAME: "'me'", TRUNK_PASSWORD: 'p' }, /^TRUNK_USERNAME must be one word without quotes/],
  [{ PORT: '"8080"' }, /^PORT must be a port/],

  [{ PORT: '8089' }, /^MEDIA_PORT must not be PORT: both are 8089$/],
  [{ PORT: '8088' }, /^ARI_PORT must not be PORT: both are 8088$/],
  [{ SIP_PORT: '8080' }, /^SIP_PORT must not be PORT: both are 8080$/],
  [{ MEDIA_HOST: '192.0.2.1' }, /^MEDIA_HOST needs ARI_URL/],
  [{ MEDIA_HOST: '::1' }, /^MEDIA_HOST needs ARI_URL/],
  [{ SIP_HOST: '::1' }, /^SIP_HOST must be an IPv4 address or a host name/],

  [{ TRUNK_HOST: 'sip.example.net', TRUNK_REGISTER: 'yes' }, /^TRUNK_REGISTER=yes needs TRUNK_USERNAME$/],
  [{ TRUNK_USERNAME: 'me' }, /^TRUNK_USERNAME needs TRUNK_PASSWORD$/],
  [{ TRUNK_PASSWORD: 'p' }, /^TRUNK_PASSWORD needs TRUNK_USERNAME$/],

  [
    { ARI_URL: external.ARI_URL },
    /^ARI_URL needs ARI_USERNAME, ARI_PASSWORD, MEDIA_USERNAME, MEDIA_PASSWORD$/,
  ],
  [{ ...external, EXTERNAL_ADDRESS: '192.0.2.1' }, /^EXTERNAL_ADDRESS needs SIP_FILES_DIR/],
  [{ SPEECH_URL: 'tcp://piper:10200' }, /^SPEECH_URL needs SPEECH_ENGINE: openai or wyoming$/],
  [{ SPEECH_ENGINE: 'wyoming' }, /^SPEECH_ENGINE=wyoming needs SPEECH_URL$/],
  [
    { SPEECH_ENGINE: 'wyoming', SPEECH_URL: 'tcp://piper:70000' },
    /^SPEECH_URL must be tcp:\/\/host:port for SPEECH_ENGINE=wyoming$/,
  ],
  [
    { SPEECH_ENGINE: 'openai', SPEECH_URL: 'http://speech:99999' },
    /^SPEECH_URL must be an address that begins with http:\/\/ or https:\/\/ for/,
  ],
  [
    { STT_ENGINE: 'vosk', STT_URL: 'http://vosk' },
    /^STT_URL must be an address that begins with ws:\/\/ or wss:\/\/ for/,
  ],
  [{ STT_MODEL_DIR: '/models' }, /^STT_MODEL_DIR needs STT_ENGINE=sherpa$/],
  [{ OIDC_ISSUER: 'https://id.example.net' }, /^OIDC_ISSUER needs OIDC_CLIENT_ID, OWNER$/],
  [{ OIDC_CLIENT_ID: 'holdfast' }, /^OIDC_CLIENT_ID needs OIDC_ISSUER$/],
  [
    { OIDC_ISSUER: 'http://keycloak:8080/realms/home', OIDC_CLIENT_ID: 'holdfast', OWNER: 'anna' },
    /^OIDC_ISSUER must be an address that begins with https:\/\/ \(http:\/\/ only for localhost\)$/,
  ],
  [{ MENU_CHAT_URL: 'http://chat' }, /^MENU_CHAT_URL needs MENU_CHAT_MODEL$/],
  [{ MENU_CHAT_URL: 'http://chat:99999', MENU_CHAT_MODEL: 'm' }, /^MENU_CHAT_URL must be an address/],
  [
    { SECRETS_KEY: '0'.repeat(64), SECRETS_KEY_FILE: '/k' },
    /^SECRETS_KEY and SECRETS_KEY_FILE must not both be set$/,
  ],
] as const)
  test(`${JSON.stringify(environment)} is refused for one reason, in words`, () => {
    const faults = faultsOf(environment);
    assert.is(faults.length, 1, faults.join('\n'));
    assert.match(faults[0] ?? '', expected);
  });

for (const environment of [
  { ...external, PORT: '5060', SIP_HOST: '0.0.0.0' }, // another machine's
  { ...external, MEDIA_HOST: '192.0.2.1' },
  { ...external, MEDIA_HOST: '::1' },
  { MEDIA_HOST: '::' },
  { ...external, TRUNK_USERNAME: 'me' }, // that Asterisk has the password
  { HOST: '192.0.2.1', PORT: '8088' },
  { RTP_PORT_START: '20000', RTP_PORT_END: '30000' },
  { TRUNK_HOST: 'sip.example.net:5080' },
  { STT_ENGINE: 'none', STT_URL: 'ws://vosk:2700' },
])
  test(`${JSON.stringify(environment)} is accepted`, () => {
    assert.equal(faultsOf(environment), []);
  });

test.run();
