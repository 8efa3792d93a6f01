import path from 'node:path';
import os from 'node:os';
import { isIPv6 } from 'node:net';
import joi from 'joi';
import {
  homeCountry,
  isCountry,
  regionsOfCallingCodes,
  type AllowedRegions,
} from '../domain/calling-codes.ts';
import { type RingStrategy, ringStrategies } from '../domain/device.ts';
import { AppError } from '../domain/errors.ts';
import { defaultBlockedKinds, numberKinds } from '../domain/number-kinds.ts';
import { parsePhoneNumber, type PhoneNumber } from '../domain/phone-number.ts';
import { defaultBlockedPrefixes, geographicRatePrefixes } from '../domain/policy-defaults.ts';
import type { SpendPolicy } from '../domain/policy.ts';
import {
  type MediaEncryption,
  type SipTransport,
  mediaEncryptions,
  sipTransports,
} from '../domain/sip-security.ts';
import type { LogLevel } from '../log/winston-log.ts';
import { logLevels } from '../log/winston-log.ts';

/** Everything that can be set from outside, checked once at start. */
export interface Config {
  host: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string;
  ownerToken: string | undefined;
  /** The key of the secrets in the database, or its file; neither: a file in the data folder. */
  secretsKey: string | undefined;
  secretsKeyFile: string | undefined;
  /** Undefined: the embedded Asterisk. */
  ari: { url: string; username: string; password: string } | undefined;
  /** Of the embedded Asterisk. */
  ariPort: number;
  /** Of the embedded Asterisk: whether audio is taken only from where the other side said it would come from. */
  rtpStrict: boolean;
  /** Where Asterisk delivers audio to the app. */
  media: { host: string; port: number; username: string | undefined; password: string | undefined };
  sip: {
    host: string;
    port: number;
    tlsPort: number;
    domain: string;
    rtpPortStart: number;
    rtpPortEnd: number;
    /** The server's own certificate; undefined: this service makes one. */
    certificate: { certificateFile: string; keyFile: string } | undefined;
    /** Of the devices. */
    mediaEncryption: MediaEncryption;
    /** Where an Asterisk of one's own reads the files that this service keeps for it; undefined for the embedded one. */
    filesDir: string | undefined;
  };
  nat: {
    /** An address, a name, or `auto`: asked of the STUN server. Undefined: no NAT in between. */
    externalAddress: string | undefined;
    /** As networks in CIDR notation. */
    localNetworks: string[];
    stun: { host: string; port: number } | undefined;
  };
  trunk:
    | {
        host: string;
        username: string | undefined;
        password: string | undefined;
        register: boolean;
        transport: SipTransport;
        mediaEncryption: MediaEncryption;
        /** Who may vouch for the trunk's server; undefined: the authorities that the system knows. */
        caFile: string | undefined;
      }
    | undefined;
  callerId: string | undefined;
  oidc: { issuer: string; clientId: string; clientSecret: string | undefined; owner: string } | undefined;
  policy: SpendPolicy;
  /** Whether the user part of a device's own address may be a number. */
  allowNumericSipUsers: boolean;
  maxCallMinutes: number;
  answerSeconds: number;
  deviceRingSeconds: number;
  greeting: string;
  announcement: string | undefined;
  ringStrategy: RingStrategy;
  sensitivity: number;
  ringsEarly: boolean;
  logLevel: LogLevel;
}

/** Loopback, private, link-local and carrier-grade NAT addresses (RFC 6890): never seen from the Internet. */
const privateNetworks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
];
/** RFC 5389, section 9. */
const stunPort = 3478;

const port = joi.number().integer().min(1).max(65_535);
const list = (item: joi.Schema): joi.ArraySchema => joi.array().items(item).single(false).sparse(false);
/** One line of printable text: anything else would break a configuration file that it is written into. */
const word = joi
  .string()
  .pattern(/^[^\s;"\\[\]{}<>|,\u0000-\u001f\u007f]+$/, 'one word without quotes, brackets or semicolons');
/** `sub:` and `email:` say what is compared; see identity/owner.ts. */
const owner = joi
  .string()
  .pattern(
    /^(?!(?:sub|email):$)(?!email:[^@]*$)/,
    'a subject, an e-mail address, sub:SUBJECT or email:ADDRESS',
  );
const secret = joi.string().pattern(/^[\u0021-\u007e]+$/, 'printable ASCII without spaces');
const flag = joi.boolean().truthy('yes', '1').falsy('no', '0').default(false);
const prefixes = list(joi.string().pattern(/^\+[0-9]{1,15}$/, 'a prefix in international format, +…'));
const country: joi.CustomValidator<string> = (code, { error }) =>
  isCountry(code) ? code : error('any.custom', { error: new Error('is no ISO 3166 code, such as US') });

/** An empty list of these means something. */
const listVariables = [
  'LOCAL_NETWORKS',
  'ALLOWED_COUNTRIES',
  'ALLOWED_COUNTRY_CODES',
  'BLOCKED_NUMBER_TYPES',
  'BLOCKED_PREFIXES',
  'ALLOWED_PREFIXES',
];

function ipv4OrName(text: string, helpers: joi.CustomHelpers): string | joi.ErrorReport {
  const { error } = joi.string().hostname().validate(text);
  return error === undefined && !isIPv6(text) ? text : helpers.error('any.shape');
}

function hostAndPort(text: string, helpers: joi.CustomHelpers): string | joi.ErrorReport {
  const [host, number, ...rest] = text.split(':');
  const isHost = joi.string().hostname().required().validate(host).error === undefined;
  return isHost && rest.length === 0 && port.validate(number).error === undefined
    ? text
    : helpers.error('any.shape');
}

const schema = joi
  .object({
    HOST: joi.string().hostname().default('127.0.0.1'),
    PORT: port.default(8080),
    PUBLIC_URL: joi.string().uri({ scheme: ['http', 'https'] }),
    DATA_DIR: joi.string().default('./data'),
    DATABASE_URL: joi.string().pattern(/^file:/, 'a SQLite file, file:…'),
    OWNER_TOKEN: secret.min(32),
    SECRETS_KEY: joi
      .string()
      .pattern(/^(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/_-]{43}=?)$/, '32 random bytes as base64 or hexadecimal'),
    SECRETS_KEY_FILE: joi.string(),
    ARI_URL: joi.string().uri({ scheme: ['http', 'https'] }),
    ARI_USERNAME: word.when('ARI_URL', { is: joi.exist(), then: joi.required() }),
    ARI_PASSWORD: secret.when('ARI_URL', { is: joi.exist(), then: joi.required() }),
    ARI_PORT: port.default(8088),
    MEDIA_HOST: joi.string().hostname().default('127.0.0.1'),
    MEDIA_PORT: port.default(8089),
    MEDIA_USERNAME: word.when('ARI_URL', { is: joi.exist(), then: joi.required() }),
    MEDIA_PASSWORD: secret.when('ARI_URL', { is: joi.exist(), then: joi.required() }),
    SIP_HOST: joi.string().hostname().default('0.0.0.0'),
    SIP_PORT: port.default(5060),
    SIP_DOMAIN: joi.string().hostname().default(os.hostname().toLowerCase()),
    SIP_TLS_PORT: port
      .default(5061)
      .invalid(joi.ref('SIP_PORT'))
      .messages({ 'any.invalid': '{#label} must not be SIP_PORT' }),
    SIP_TLS_CERT_FILE: joi.string(),
    SIP_TLS_KEY_FILE: joi.string(),
    SIP_FILES_DIR: joi.string(),
    MEDIA_ENCRYPTION: joi
      .string()
      .valid(...mediaEncryptions)
      .default('none'),
    EXTERNAL_ADDRESS: joi
      .string()
      .lowercase()
      .custom(ipv4OrName)
      .messages({ 'any.shape': '{#label} must be an IPv4 address, a host name or auto' }),
    LOCAL_NETWORKS: list(joi.string().ip({ version: ['ipv4'], cidr: 'required' })).default(privateNetworks),
    STUN_SERVER: joi
      .string()
      .custom(hostAndPort)
      .messages({ 'any.shape': '{#label} must be a host or host:port' })
      .when('EXTERNAL_ADDRESS', { is: 'auto', then: joi.required() }),
    RTP_PORT_START: port.default(10_000),
    RTP_PORT_END: port.default(20_000).greater(joi.ref('RTP_PORT_START')),
    RTP_STRICT: joi.boolean().truthy('yes', '1').falsy('no', '0').default(true),
    TRUNK_HOST: word,
    TRUNK_USERNAME: word,
    TRUNK_PASSWORD: secret,
    TRUNK_REGISTER: flag,
    TRUNK_TRANSPORT: joi
      .string()
      .valid(...sipTransports)
      .default('udp'),
    TRUNK_MEDIA_ENCRYPTION: joi.string().valid(...mediaEncryptions),
    TRUNK_CA_FILE: joi.string(),
    CALLER_ID: joi.string(),
    OIDC_ISSUER: joi.string().uri({ scheme: ['http', 'https'] }),
    OIDC_CLIENT_ID: joi.string().when('OIDC_ISSUER', { is: joi.exist(), then: joi.required() }),
    OIDC_CLIENT_SECRET: joi.string(),
    OWNER: owner.when('OIDC_ISSUER', { is: joi.exist(), then: joi.required() }),
    MAX_CONCURRENT_CALLS: joi.number().integer().min(1).max(1000).default(2),
    MAX_CALL_MINUTES: joi.number().positive().max(1440).default(240),
    MAX_CALLS_PER_HOUR: joi.number().integer().min(1).max(100_000).default(20),
    MAX_CALLS_PER_DAY: joi.number().integer().min(1).max(1_000_000),
    MAX_MINUTES_PER_DAY: joi.number().positive().max(1_000_000),
    ALLOWED_COUNTRIES: list(joi.string().uppercase().custom(country)),
    ALLOWED_COUNTRY_CODES: list(joi.string().pattern(/^\+?[1-9][0-9]{0,2}$/, 'a country calling code')),
    BLOCKED_NUMBER_TYPES: list(
      joi
        .string()
        .lowercase()
        .valid(...numberKinds),
    ),
    BLOCKED_PREFIXES: prefixes,
    ALLOWED_PREFIXES: prefixes,
    ALLOW_NUMERIC_SIP_USERS: flag,
    ANSWER_TIMEOUT_SECONDS: joi.number().min(1).max(600).default(60),
    DEVICE_RING_SECONDS: joi.number().min(1).max(300).default(25),
    GREETING: joi
      .string()
      .pattern(/^sound:[A-Za-z0-9][A-Za-z0-9/_-]*$/, "one of Asterisk's sounds, sound:name")
      .default('sound:one-moment-please'),
    ANNOUNCEMENT: joi
      .string()
      .pattern(/^sound:[A-Za-z0-9][A-Za-z0-9/_-]*$/, "one of Asterisk's sounds, sound:name"),
    RING_STRATEGY: joi
      .string()
      .valid(...ringStrategies)
      .default('in_order'),
    RING_EARLY: flag,
    SENSITIVITY: joi.number().min(0).max(1).default(0.5),
    LOG_LEVEL: joi
      .string()
      .valid(...logLevels)
      .default('info'),
  })
  .nand('SECRETS_KEY', 'SECRETS_KEY_FILE')
  .and('SIP_TLS_CERT_FILE', 'SIP_TLS_KEY_FILE')
  .prefs({
    abortEarly: false,
    errors: { wrap: { label: false } },
    // joi's own sentences repeat the value, which may be a secret.
    messages: {
      'string.pattern.name': '{#label} must be {#name}',
      'object.and': 'SIP_TLS_CERT_FILE and SIP_TLS_KEY_FILE belong together: {#missing} is missing',
    },
  });

export const variables = Object.keys(schema.describe().keys as Record<string, unknown>);

/**
 * @param environment `process.env`, with `.env` already read into it.
 * @throws AppError `invalid` that names every variable at fault.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given: Record<string, unknown> = {};
  for (const name of variables) {
    const value = environment[name]?.trim();
    if (value === undefined) continue;
    if (listVariables.includes(name)) given[name] = value.split(/[\s,]+/).filter((item) => item !== '');
    else if (value !== '') given[name] = value;
  }
  const { value, error } = schema.validate(given);
  if (error !== undefined)
    throw new AppError('invalid', error.details.map((fault) => fault.message).join('; '));
  return shape(value);
}

// joi's result is untyped; this is the one place that gives it names.
// oxlint-disable-next-line typescript/no-explicit-any
function shape(env: any): Config {
  const callerId = env.CALLER_ID === undefined ? undefined : parsePhoneNumber(env.CALLER_ID, 'CALLER_ID');
  const dataDir = path.resolve(env.DATA_DIR);
  const shownHost = ['0.0.0.0', '::', '::1'].includes(env.HOST) ? 'localhost' : env.HOST;
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: (env.PUBLIC_URL ?? `http://${shownHost}:${env.PORT}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: env.DATABASE_URL ?? `file:${path.join(dataDir, 'holdfast.db')}`,
    ownerToken: env.OWNER_TOKEN,
    secretsKey: env.SECRETS_KEY,
    secretsKeyFile: env.SECRETS_KEY_FILE === undefined ? undefined : path.resolve(env.SECRETS_KEY_FILE),
    ari:
      env.ARI_URL === undefined
        ? undefined
        : { url: env.ARI_URL.replace(/\/+$/, ''), username: env.ARI_USERNAME, password: env.ARI_PASSWORD },
    ariPort: env.ARI_PORT,
    rtpStrict: env.RTP_STRICT,
    media: {
      host: env.MEDIA_HOST,
      port: env.MEDIA_PORT,
      username: env.MEDIA_USERNAME,
      password: env.MEDIA_PASSWORD,
    },
    sip: {
      host: env.SIP_HOST,
      port: env.SIP_PORT,
      tlsPort: env.SIP_TLS_PORT,
      domain: env.SIP_DOMAIN.toLowerCase(),
      rtpPortStart: env.RTP_PORT_START,
      rtpPortEnd: env.RTP_PORT_END,
      certificate:
        env.SIP_TLS_CERT_FILE === undefined
          ? undefined
          : {
              certificateFile: path.resolve(env.SIP_TLS_CERT_FILE),
              keyFile: path.resolve(env.SIP_TLS_KEY_FILE),
            },
      mediaEncryption: env.MEDIA_ENCRYPTION,
      filesDir: env.SIP_FILES_DIR === undefined ? undefined : path.resolve(env.SIP_FILES_DIR),
    },
    nat: {
      externalAddress: env.EXTERNAL_ADDRESS,
      localNetworks: env.LOCAL_NETWORKS,
      stun: env.STUN_SERVER === undefined ? undefined : stunServer(env.STUN_SERVER),
    },
    trunk:
      env.TRUNK_HOST === undefined
        ? undefined
        : {
            host: env.TRUNK_HOST,
            username: env.TRUNK_USERNAME,
            password: env.TRUNK_PASSWORD,
            register: env.TRUNK_REGISTER,
            transport: env.TRUNK_TRANSPORT,
            mediaEncryption: env.TRUNK_MEDIA_ENCRYPTION ?? env.MEDIA_ENCRYPTION,
            caFile: env.TRUNK_CA_FILE === undefined ? undefined : path.resolve(env.TRUNK_CA_FILE),
          },
    callerId: callerId?.e164,
    oidc:
      env.OIDC_ISSUER === undefined
        ? undefined
        : {
            issuer: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET,
            owner: env.OWNER,
          },
    policy: shapePolicy(env, callerId),
    allowNumericSipUsers: env.ALLOW_NUMERIC_SIP_USERS,
    maxCallMinutes: env.MAX_CALL_MINUTES,
    answerSeconds: env.ANSWER_TIMEOUT_SECONDS,
    deviceRingSeconds: env.DEVICE_RING_SECONDS,
    greeting: env.GREETING,
    announcement: env.ANNOUNCEMENT,
    ringStrategy: env.RING_STRATEGY,
    sensitivity: env.SENSITIVITY,
    ringsEarly: env.RING_EARLY,
    logLevel: env.LOG_LEVEL,
  };
}

// oxlint-disable-next-line typescript/no-explicit-any
function shapePolicy(env: any, callerId: PhoneNumber | undefined): SpendPolicy {
  const { countries, networkCodes } = allowedRegions(
    env.ALLOWED_COUNTRIES,
    env.ALLOWED_COUNTRY_CODES,
    callerId === undefined ? undefined : homeCountry(callerId),
  );
  return {
    allowedCountries: countries,
    allowedNetworkCodes: networkCodes,
    blockedNumberTypes: env.BLOCKED_NUMBER_TYPES ?? defaultBlockedKinds,
    blockedPrefixes: env.BLOCKED_PREFIXES ?? defaultBlockedPrefixes,
    allowedPrefixes: [...geographicRatePrefixes, ...(env.ALLOWED_PREFIXES ?? [])],
    maxConcurrentCalls: env.MAX_CONCURRENT_CALLS,
    maxCallsPerHour: env.MAX_CALLS_PER_HOUR,
    maxCallsPerDay: env.MAX_CALLS_PER_DAY,
    maxMinutesPerDay: env.MAX_MINUTES_PER_DAY,
  };
}

/** Both lists together; the caller id's country where neither is set. */
function allowedRegions(
  countries: string[] | undefined,
  codes: string[] | undefined,
  home: string | undefined,
): AllowedRegions {
  if (countries === undefined && codes === undefined)
    return { countries: home === undefined ? [] : [home], networkCodes: [] };
  const ofCodes = regionsOfCallingCodes(
    (codes ?? []).map((code) => code.replace('+', '')),
    home,
  );
  return { ...ofCodes, countries: [...new Set([...(countries ?? []), ...ofCodes.countries])] };
}

function stunServer(text: string): { host: string; port: number } {
  const [host = '', given] = text.split(':');
  return { host, port: given === undefined ? stunPort : Number(given) };
}
