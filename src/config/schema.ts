import os from 'node:os';
import joi from 'joi';
import { ringStrategies } from '../domain/device.ts';
import { numberKinds } from '../domain/number-kinds.ts';
import { recordingFormats } from '../domain/recording.ts';
import { numberFormats } from '../domain/number-format.ts';
import { mediaEncryptions, sipTransports } from '../domain/sip-security.ts';
import { trunkDtmfs } from '../domain/trunk-dtmf.ts';
import { logLevels } from '../log/winston-log.ts';
import {
  defaultTranscriptionEngine,
  remoteTranscriptionEngines,
  speechEngines,
  type TranscriptionEngineName,
  transcriptionEngines,
} from './engines.ts';
import * as kind from './setting-kinds.ts';

/** Loopback, private, link-local and carrier-grade NAT addresses (RFC 6890): never reachable from the Internet. */
const privateNetworks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
];

/** Every setting by itself; `contradictions.ts` checks settings against each other. */
export const settings = {
  HOST: kind.host.default('127.0.0.1'),
  PORT: kind.port.default(8080),
  PUBLIC_URL: kind.rootAddress,
  HTTPS_CERT_FILE: kind.plain,
  HTTPS_KEY_FILE: kind.plain,
  DATA_DIR: kind.plain.default('./data'),
  DATABASE_URL: kind.sqliteFile,
  OWNER_TOKEN: kind.secret(32),
  SECRETS_KEY: kind.encryptionKey,
  SECRETS_KEY_FILE: kind.plain,
  ARI_URL: kind.address('http', 'https'),
  ARI_USERNAME: kind.word,
  ARI_PASSWORD: kind.secret(),
  ARI_PORT: kind.port.default(8088),
  MEDIA_HOST: kind.host.default('127.0.0.1'),
  MEDIA_PORT: kind.port.default(8089),
  MEDIA_USERNAME: kind.word,
  MEDIA_PASSWORD: kind.secret(),
  SIP_HOST: kind.ipv4OrName.default('0.0.0.0'),
  SIP_PORT: kind.port.default(5060),
  SIP_DOMAIN: kind.host.default(os.hostname().toLowerCase()),
  SIP_TLS_PORT: kind.port.default(5061),
  SIP_TLS_CERT_FILE: kind.plain,
  SIP_TLS_KEY_FILE: kind.plain,
  SIP_FILES_DIR: kind.plain,
  MEDIA_ENCRYPTION: kind.oneOf(mediaEncryptions).default('none'),
  EXTERNAL_ADDRESS: kind.ipv4OrNameOrAuto,
  LOCAL_NETWORKS: kind.list(kind.network).default(privateNetworks),
  STUN_SERVER: kind.hostAndPort,
  TURN_URL: kind.turnAddress,
  TURN_SECRET: kind.secret(),
  RTP_PORT_START: kind.port.default(10_000),
  RTP_PORT_END: kind.port.default(20_000),
  RTP_STRICT: kind.flag.default(true),
  TRUNK_HOST: kind.hostAndPort,
  TRUNK_USERNAME: kind.word,
  TRUNK_PASSWORD: kind.secret(),
  TRUNK_REGISTER: kind.flag,
  TRUNK_TRANSPORT: kind.oneOf(sipTransports).default('udp'),
  TRUNK_MEDIA_ENCRYPTION: kind.oneOf(mediaEncryptions),
  TRUNK_CA_FILE: kind.plain,
  TRUNK_NUMBER_FORMAT: kind.oneOf(numberFormats).default('e164'),
  TRUNK_DTMF: kind.oneOf(trunkDtmfs).default('auto'),
  CALLER_ID: kind.phoneNumber,
  OIDC_ISSUER: kind.issuer,
  OIDC_CLIENT_ID: kind.plain,
  OIDC_CLIENT_SECRET: kind.anySecret,
  OWNER: kind.owner,
  MAX_CONCURRENT_CALLS: kind.whole(1, 1000).default(2),
  MAX_CALL_MINUTES: kind.positive(1440).default(240),
  MAX_CALLS_PER_HOUR: kind.whole(1, 100_000).default(20),
  MAX_CALLS_PER_DAY: kind.whole(1, 1_000_000),
  MAX_MINUTES_PER_DAY: kind.positive(1_000_000),
  ALLOWED_COUNTRIES: kind.list(kind.country),
  ALLOWED_COUNTRY_CODES: kind.list(kind.callingCode),
  BLOCKED_NUMBER_TYPES: kind.list(kind.oneOf(numberKinds).lowercase()),
  BLOCKED_PREFIXES: kind.list(kind.prefix),
  ALLOWED_PREFIXES: kind.list(kind.prefix),
  ALLOW_NUMERIC_SIP_USERS: kind.flag,
  ALLOW_PRIVATE_PUSH_SERVICES: kind.flag,
  ANSWER_TIMEOUT_SECONDS: kind.number(1, 600).default(60),
  DEVICE_RING_SECONDS: kind.number(1, 300).default(25),
  GREETING: kind.spoken.default('sound:one-moment-please'),
  REASSURANCE: kind.spokenInTurn,
  ANNOUNCEMENT: kind.spoken,
  SPEECH_ENGINE: kind.oneOf(speechEngines),
  SPEECH_URL: kind.serverAddress,
  SPEECH_API_KEY: kind.secret(),
  SPEECH_MODEL: kind.plain.default('tts-1'),
  SPEECH_VOICE: kind.word,
  STT_ENGINE: kind.oneOf(transcriptionEngines),
  STT_URL: kind.serverAddress,
  STT_MODEL_DIR: kind.plain,
  STT_API_KEY: kind.secret(),
  STT_MODEL: kind.plain.default('whisper-1'),
  STT_LANGUAGE: kind.language,
  // Exploring listens in every call that holds. Audio may leave the machine for it only if the owner has asked for that.
  EXPLORE_MENUS: kind.flag.default(
    ({ STT_ENGINE: engine = defaultTranscriptionEngine }: { STT_ENGINE?: TranscriptionEngineName }) =>
      !remoteTranscriptionEngines.includes(engine),
  ),
  MENU_CHAT_URL: kind.address('http', 'https'),
  MENU_CHAT_API_KEY: kind.secret(),
  MENU_CHAT_MODEL: kind.plain,
  SUMMARY_CHAT_URL: kind.address('http', 'https'),
  SUMMARY_CHAT_API_KEY: kind.secret(),
  SUMMARY_CHAT_MODEL: kind.plain,
  TRANSCRIPT_MASK_DIGITS: kind.flag,
  EVENT_KEEP_DAYS: kind.whole(0, 36_500).default(730),
  RECORDING_FORMAT: kind.oneOf(recordingFormats).default('wav'),
  RECORDING_KEEP_DAYS: kind.whole(0, 36_500).default(90),
  RECORDING_MAX_GB: kind.positive(100_000).default(20),
  RECORDING_MIN_FREE_MB: kind.number(0, 100_000_000).default(1000),
  RECORDING_NOTICE: kind.spoken,
  RING_STRATEGY: kind.oneOf(ringStrategies).default('in_order'),
  RING_EARLY: kind.flag.default(true),
  ASK_BACK: kind.flag.default(true),
  SENSITIVITY: kind.number(0, 1).default(0.5),
  LOG_LEVEL: kind.oneOf(logLevels).default('info'),
} satisfies Record<string, joi.Schema>;

export type SettingName = keyof typeof settings;
export const variables = Object.keys(settings) as SettingName[];

export const schema = joi.object(settings).prefs({ abortEarly: false });

/** Lists for which an empty value differs from none. */
export const listVariables: readonly SettingName[] = [
  'LOCAL_NETWORKS',
  'ALLOWED_COUNTRIES',
  'ALLOWED_COUNTRY_CODES',
  'BLOCKED_NUMBER_TYPES',
  'BLOCKED_PREFIXES',
  'ALLOWED_PREFIXES',
];
