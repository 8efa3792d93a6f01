import os from 'node:os';
import { isIPv6 } from 'node:net';
import joi from 'joi';
import { isCountry } from '../domain/calling-codes.ts';
import { ringStrategies } from '../domain/device.ts';
import { numberKinds } from '../domain/number-kinds.ts';
import { recordingFormats } from '../domain/recording.ts';
import { speechEngines, transcriptionEngines } from './engines.ts';
import { mediaEncryptions, sipTransports } from '../domain/sip-security.ts';
import { logLevels } from '../log/winston-log.ts';

/** Loopback, private, link-local and carrier-grade NAT addresses (RFC 6890): never reachable from the Internet. */
const privateNetworks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
];

const port = joi.number().integer().min(1).max(65_535);
const list = (item: joi.Schema): joi.ArraySchema => joi.array().items(item).single(false).sparse(false);
/** One line of printable text: anything else would break the configuration file it is written into. */
const word = joi
  .string()
  .pattern(/^[^\s;"\\[\]{}<>|,\u0000-\u001f\u007f]+$/, 'one word without quotes, brackets or semicolons');
/** `sub:` and `email:` select what is compared; see identity/owner.ts. */
const owner = joi
  .string()
  .pattern(
    /^(?!(?:sub|email):$)(?!email:[^@]*$)/,
    'a subject, an e-mail address, sub:SUBJECT or email:ADDRESS',
  );
const secret = joi.string().pattern(/^[\u0021-\u007e]+$/, 'printable ASCII without spaces');
/** One of Asterisk's sounds, a WAV file, or a text to speak. */
const spoken = joi
  .string()
  .max(500)
  .pattern(/^(?!sound:(?![A-Za-z0-9][A-Za-z0-9/_-]{0,79}$))/, 'sound:name, file:/path/of/a.wav or a text');
const wyomingAddress = joi.string().pattern(/^tcp:\/\/[^\s/:]+:[0-9]{1,5}$/, 'tcp://host:port');
const flag = joi.boolean().truthy('yes', '1').falsy('no', '0').default(false);
const prefixes = list(joi.string().pattern(/^\+[0-9]{1,15}$/, 'a prefix in international format, +…'));
const country: joi.CustomValidator<string> = (code, { error }) =>
  isCountry(code) ? code : error('any.custom', { error: new Error('is not an ISO 3166 code, such as US') });

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

/** Pages, the sign-in and phones' links are at the root of it. @returns it as browsers write it, who compare it as text. */
function rootAddress(text: string, helpers: joi.CustomHelpers): string | joi.ErrorReport {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && url.href === `${url.origin}/` ? url.origin : helpers.error('any.shape');
}

/** Every variable, validated once at start. */
export const schema = joi
  .object({
    HOST: joi.string().hostname().default('127.0.0.1'),
    PORT: port.default(8080),
    PUBLIC_URL: joi
      .string()
      .uri({ scheme: ['http', 'https'] })
      .custom(rootAddress)
      .messages({ 'any.shape': '{#label} must be https://host or https://host:port and no more' })
      .when('HTTPS_CERT_FILE', {
        is: joi.exist(),
        then: joi.string().uri({ scheme: ['https'] }),
      }),
    HTTPS_CERT_FILE: joi.string(),
    HTTPS_KEY_FILE: joi.string(),
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
    TURN_URL: joi
      .string()
      .pattern(/^turns?:[^\s?]+(\?transport=(udp|tcp))?$/, 'turn:host:port or turns:host:port')
      .when('TURN_SECRET', { is: joi.exist(), then: joi.required() }),
    TURN_SECRET: secret,
    RTP_PORT_START: port.default(10_000),
    RTP_PORT_END: port.default(20_000).greater(joi.ref('RTP_PORT_START')),
    RTP_STRICT: flag.default(true),
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
    ALLOW_PRIVATE_PUSH_SERVICES: flag,
    ANSWER_TIMEOUT_SECONDS: joi.number().min(1).max(600).default(60),
    DEVICE_RING_SECONDS: joi.number().min(1).max(300).default(25),
    GREETING: spoken.default('sound:one-moment-please'),
    REASSURANCE: joi.string(),
    ANNOUNCEMENT: spoken,
    SPEECH_ENGINE: joi
      .string()
      .valid(...speechEngines)
      .default('flite'),
    SPEECH_URL: joi
      .string()
      .when('SPEECH_ENGINE', {
        is: 'openai',
        then: joi
          .string()
          .uri({ scheme: ['http', 'https'] })
          .required(),
      })
      .when('SPEECH_ENGINE', {
        is: 'wyoming',
        then: wyomingAddress.required(),
      }),
    SPEECH_API_KEY: secret,
    SPEECH_MODEL: joi.string().default('tts-1'),
    SPEECH_VOICE: word,
    STT_ENGINE: joi.string().valid(...transcriptionEngines),
    STT_URL: joi
      .string()
      .when('STT_ENGINE', {
        is: 'openai',
        then: joi
          .string()
          .uri({ scheme: ['http', 'https'] })
          .required(),
      })
      .when('STT_ENGINE', {
        is: 'vosk',
        then: joi
          .string()
          .uri({ scheme: ['ws', 'wss'] })
          .required(),
      })
      .when('STT_ENGINE', { is: 'wyoming', then: wyomingAddress.required() }),
    STT_MODEL_DIR: joi.string().when('STT_ENGINE', { is: 'sherpa', then: joi.required() }),
    STT_API_KEY: secret,
    STT_MODEL: joi.string().default('whisper-1'),
    STT_LANGUAGE: joi.string().pattern(/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/, 'a language such as en or de'),
    EXPLORE_MENUS: flag,
    MENU_CHAT_URL: joi.string().uri({ scheme: ['http', 'https'] }),
    MENU_CHAT_API_KEY: secret,
    MENU_CHAT_MODEL: joi.string().when('MENU_CHAT_URL', { is: joi.exist(), then: joi.required() }),
    SUMMARY_CHAT_URL: joi.string().uri({ scheme: ['http', 'https'] }),
    SUMMARY_CHAT_API_KEY: secret,
    SUMMARY_CHAT_MODEL: joi.string().when('SUMMARY_CHAT_URL', { is: joi.exist(), then: joi.required() }),
    TRANSCRIPT_MASK_DIGITS: flag,
    EVENT_KEEP_DAYS: joi.number().integer().min(0).max(36_500).default(730),
    RECORDING_FORMAT: joi
      .string()
      .valid(...recordingFormats)
      .default('wav'),
    RECORDING_KEEP_DAYS: joi.number().integer().min(0).max(36_500).default(90),
    RECORDING_MAX_GB: joi.number().positive().max(100_000).default(20),
    RECORDING_MIN_FREE_MB: joi.number().min(0).max(100_000_000).default(1000),
    RECORDING_NOTICE: spoken,
    RING_STRATEGY: joi
      .string()
      .valid(...ringStrategies)
      .default('in_order'),
    RING_EARLY: flag.default(true),
    ASK_BACK: flag.default(true),
    SENSITIVITY: joi.number().min(0).max(1).default(0.5),
    LOG_LEVEL: joi
      .string()
      .valid(...logLevels)
      .default('info'),
  })
  .nand('SECRETS_KEY', 'SECRETS_KEY_FILE')
  .and('SIP_TLS_CERT_FILE', 'SIP_TLS_KEY_FILE')
  .and('HTTPS_CERT_FILE', 'HTTPS_KEY_FILE')
  .with('TURN_URL', 'TURN_SECRET')
  .prefs({
    abortEarly: false,
    errors: { wrap: { label: false } },
    // joi's default messages quote the value, which may be a secret.
    messages: {
      'string.pattern.name': '{#label} must be {#name}',
      'object.with': 'TURN_URL needs TURN_SECRET, which the TURN server knows as static-auth-secret',
      'object.and': '{#present} and {#missing} belong together: {#missing} is missing',
    },
  });

/** Lists for which an empty value differs from none. */
export const listVariables = [
  'LOCAL_NETWORKS',
  'ALLOWED_COUNTRIES',
  'ALLOWED_COUNTRY_CODES',
  'BLOCKED_NUMBER_TYPES',
  'BLOCKED_PREFIXES',
  'ALLOWED_PREFIXES',
];

export const variables = Object.keys(schema.describe().keys as Record<string, unknown>);
