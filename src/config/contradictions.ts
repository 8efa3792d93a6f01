import type { SettingName } from './schema.ts';
import { address, ruleOf, wyomingAddress } from './setting-kinds.ts';

/** Each setting as it was given, or its default. */
export type CheckedSettings = Readonly<Partial<Record<SettingName, unknown>>>;

/** Finds settings that contradict each other. @returns a sentence for each contradiction. */
export function contradictionsOf(env: CheckedSettings): string[] {
  return [
    ...pairs(env),
    ...https(env),
    ...engineAddresses(env),
    ...trunkFaults(env),
    ...portFaults(env),
    ...asteriskFaults(env),
  ];
}

const isGiven = (env: CheckedSettings, name: SettingName): boolean => env[name] !== undefined;

/** @returns a sentence when `name` is set and one of `others` is not. */
function needs(env: CheckedSettings, name: SettingName, others: readonly SettingName[], why = ''): string[] {
  const missing = others.filter((other) => !isGiven(env, other));
  if (!isGiven(env, name) || missing.length === 0) return [];
  return [`${name} needs ${missing.join(', ')}${why}`];
}

function together(env: CheckedSettings, one: SettingName, other: SettingName): string[] {
  return [...needs(env, one, [other]), ...needs(env, other, [one])];
}

function pairs(env: CheckedSettings): string[] {
  const bothKeys = isGiven(env, 'SECRETS_KEY') && isGiven(env, 'SECRETS_KEY_FILE');
  return [
    ...(bothKeys ? ['SECRETS_KEY and SECRETS_KEY_FILE must not both be set'] : []),
    ...together(env, 'SIP_TLS_CERT_FILE', 'SIP_TLS_KEY_FILE'),
    ...together(env, 'HTTPS_CERT_FILE', 'HTTPS_KEY_FILE'),
    ...needs(env, 'TURN_URL', ['TURN_SECRET'], ', which the TURN server knows as static-auth-secret'),
    ...needs(env, 'TURN_SECRET', ['TURN_URL']),
    ...needs(env, 'OIDC_ISSUER', ['OIDC_CLIENT_ID', 'OWNER']),
    ...needs(env, 'OIDC_CLIENT_ID', ['OIDC_ISSUER']),
    ...needs(env, 'MENU_CHAT_URL', ['MENU_CHAT_MODEL']),
    ...needs(env, 'SUMMARY_CHAT_URL', ['SUMMARY_CHAT_MODEL']),
    ...(env.EXTERNAL_ADDRESS === 'auto' && !isGiven(env, 'STUN_SERVER')
      ? ['EXTERNAL_ADDRESS=auto needs STUN_SERVER']
      : []),
  ];
}

function https({ HTTPS_CERT_FILE: file, PUBLIC_URL: url }: CheckedSettings): string[] {
  const isPlain = typeof url === 'string' && url.startsWith('http:');
  return file !== undefined && isPlain
    ? ['PUBLIC_URL must begin with https:// where HTTPS_CERT_FILE is set']
    : [];
}

/** What the address of each engine that is a server must look like. */
type Servers = ReadonlyMap<string, ReturnType<typeof address>>;
const speechServers: Servers = new Map([
  ['openai', address('http', 'https')],
  ['wyoming', wyomingAddress],
]);
const transcriptionServers: Servers = new Map([...speechServers, ['vosk', address('ws', 'wss')]]);

function engineAddresses(env: CheckedSettings): string[] {
  return [
    ...engineAddress(env, 'SPEECH_ENGINE', 'SPEECH_URL', speechServers),
    ...engineAddress(env, 'STT_ENGINE', 'STT_URL', transcriptionServers),
    ...(env.STT_ENGINE === 'sherpa' && !isGiven(env, 'STT_MODEL_DIR')
      ? ['STT_ENGINE=sherpa needs STT_MODEL_DIR']
      : []),
    ...(isGiven(env, 'STT_MODEL_DIR') && !isGiven(env, 'STT_ENGINE')
      ? ['STT_MODEL_DIR needs STT_ENGINE=sherpa']
      : []),
  ];
}

function engineAddress(
  env: CheckedSettings,
  engineName: SettingName,
  urlName: SettingName,
  servers: Servers,
): string[] {
  const engine = env[engineName];
  const url = env[urlName];
  if (typeof engine !== 'string')
    return url === undefined ? [] : [`${urlName} needs ${engineName}: ${[...servers.keys()].join(' or ')}`];
  const server = servers.get(engine);
  if (server === undefined) return [];
  if (url === undefined) return [`${engineName}=${engine} needs ${urlName}`];
  if (server.validate(url).error === undefined) return [];
  return [`${urlName} must be ${ruleOf(server)?.must} for ${engineName}=${engine}`];
}

function trunkFaults(env: CheckedSettings): string[] {
  return [
    ...(env.TRUNK_REGISTER === true ? needsForRegistration(env) : []),
    ...needs(env, 'TRUNK_PASSWORD', ['TRUNK_USERNAME']),
    // An Asterisk elsewhere has the password itself.
    ...(isGiven(env, 'ARI_URL') ? [] : needs(env, 'TRUNK_USERNAME', ['TRUNK_PASSWORD'])),
  ];
}

function needsForRegistration(env: CheckedSettings): string[] {
  return isGiven(env, 'TRUNK_USERNAME') ? [] : ['TRUNK_REGISTER=yes needs TRUNK_USERNAME'];
}

/** Settings that an external Asterisk decides itself, or has to be told. */
function asteriskFaults(env: CheckedSettings): string[] {
  if (!isGiven(env, 'ARI_URL'))
    return ['127.0.0.1', ...everywhere].includes(String(env.MEDIA_HOST))
      ? []
      : ['MEDIA_HOST needs ARI_URL: an Asterisk of this service connects to 127.0.0.1'];
  const files = ', from which that Asterisk reads it';
  return [
    ...needs(env, 'ARI_URL', ['ARI_USERNAME', 'ARI_PASSWORD', 'MEDIA_USERNAME', 'MEDIA_PASSWORD']),
    ...needs(env, 'EXTERNAL_ADDRESS', ['SIP_FILES_DIR'], files),
    ...needs(env, 'SIP_TLS_CERT_FILE', ['SIP_FILES_DIR'], files),
  ];
}

interface Listener {
  portName: SettingName;
  host: unknown;
}

const everywhere = new Set(['0.0.0.0', '::']);
const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

function portFaults(env: CheckedSettings): string[] {
  const own: Listener[] = [
    { portName: 'PORT', host: env.HOST },
    { portName: 'MEDIA_PORT', host: env.MEDIA_HOST },
  ];
  const sip: Listener[] = [
    { portName: 'SIP_PORT', host: env.SIP_HOST },
    { portName: 'SIP_TLS_PORT', host: env.SIP_HOST },
  ];
  const isEmbedded = !isGiven(env, 'ARI_URL');
  return [
    ...(isEmbedded ? sharedPorts(env, [...own, { portName: 'ARI_PORT', host: '127.0.0.1' }, ...sip]) : []),
    ...(isEmbedded ? [] : [...sharedPorts(env, own), ...sharedPorts(env, sip)]),
    ...(Number(env.RTP_PORT_END) <= Number(env.RTP_PORT_START)
      ? ['RTP_PORT_END must be above RTP_PORT_START']
      : []),
  ];
}

function sharedPorts(env: CheckedSettings, listeners: readonly Listener[]): string[] {
  return listeners.flatMap((one, index) =>
    listeners
      .slice(index + 1)
      .filter((other) => env[one.portName] === env[other.portName] && mayMeet(one.host, other.host))
      .map((other) => `${other.portName} must not be ${one.portName}: both are ${String(env[one.portName])}`),
  );
}

/** Whether two sockets with the same port would conflict. */
function mayMeet(one: unknown, other: unknown): boolean {
  const [a, b] = [String(one), String(other)];
  return a === b || everywhere.has(a) || everywhere.has(b) || (loopback.has(a) && loopback.has(b));
}
