import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { homeCountry, regionsOfCallingCodes, type AllowedRegions } from '../domain/calling-codes.ts';
import { splitHostPort } from '../domain/host-port.ts';
import { urlHost } from '../domain/ip-address.ts';
import { defaultBlockedKinds } from '../domain/number-kinds.ts';
import { parsePhoneNumber, type PhoneNumber } from '../domain/phone-number.ts';
import { defaultBlockedPrefixes, geographicRatePrefixes } from '../domain/policy-defaults.ts';
import type { SpendPolicy } from '../domain/policy.ts';
import type { ChatConfig, Config } from './config.ts';
import { checkSettings } from './check-settings.ts';
import { defaultSpeechEngine, defaultTranscriptionEngine } from './engines.ts';

/** RFC 5389, section 9. */
const stunPort = 3478;

/**
 * @param environment `process.env`, with `.env` already merged in.
 * @throws AppError `invalid` with a line for each invalid setting.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  return shape(checkSettings(environment));
}

// joi's result is untyped; it is typed only in this file.
// oxlint-disable-next-line typescript/no-explicit-any
type Checked = any;

function shape(env: Checked): Config {
  const callerId = env.CALLER_ID === undefined ? undefined : parsePhoneNumber(env.CALLER_ID, 'CALLER_ID');
  const dataDir = path.resolve(env.DATA_DIR);
  const shownHost = ['0.0.0.0', '::', '::1'].includes(env.HOST) ? 'localhost' : urlHost(env.HOST);
  const https = certificateFiles(env.HTTPS_CERT_FILE, env.HTTPS_KEY_FILE);
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: withoutSlash(
      env.PUBLIC_URL ?? `${https === undefined ? 'http' : 'https'}://${shownHost}:${env.PORT}`,
    ),
    https,
    dataDir,
    // As a URL, since the name of a folder may contain ? and %.
    databaseUrl: env.DATABASE_URL ?? pathToFileURL(path.join(dataDir, 'holdfast.db')).href,
    ownerToken: env.OWNER_TOKEN,
    secretsKey: env.SECRETS_KEY,
    secretsKeyFile: absolute(env.SECRETS_KEY_FILE),
    ari:
      env.ARI_URL === undefined
        ? undefined
        : { url: withoutSlash(env.ARI_URL), username: env.ARI_USERNAME, password: env.ARI_PASSWORD },
    ariPort: env.ARI_PORT,
    rtpStrict: env.RTP_STRICT,
    media: {
      host: env.MEDIA_HOST,
      port: env.MEDIA_PORT,
      username: env.MEDIA_USERNAME,
      password: env.MEDIA_PASSWORD,
    },
    sip: shapeSip(env),
    nat: {
      externalAddress: env.EXTERNAL_ADDRESS,
      localNetworks: env.LOCAL_NETWORKS,
      stun: env.STUN_SERVER === undefined ? undefined : stunServer(env.STUN_SERVER),
    },
    turn: env.TURN_URL === undefined ? undefined : { url: env.TURN_URL, secret: env.TURN_SECRET },
    trunk: env.TRUNK_HOST === undefined ? undefined : shapeTrunk(env),
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
    allowsPrivatePushServices: env.ALLOW_PRIVATE_PUSH_SERVICES,
    maxCallMinutes: env.MAX_CALL_MINUTES,
    answerSeconds: env.ANSWER_TIMEOUT_SECONDS,
    deviceRingSeconds: env.DEVICE_RING_SECONDS,
    greeting: env.GREETING,
    reassurances: reassurancesOf(env.REASSURANCE, env.GREETING),
    announcement: env.ANNOUNCEMENT,
    speech: shapeSpeech(env),
    transcription: shapeTranscription(env),
    exploresMenus: env.EXPLORE_MENUS,
    menuChat: chatOf(env.MENU_CHAT_URL, env.MENU_CHAT_API_KEY, env.MENU_CHAT_MODEL),
    summaryChat: chatOf(env.SUMMARY_CHAT_URL, env.SUMMARY_CHAT_API_KEY, env.SUMMARY_CHAT_MODEL),
    eventKeepDays: env.EVENT_KEEP_DAYS,
    recording: shapeRecording(env),
    ringStrategy: env.RING_STRATEGY,
    sensitivity: env.SENSITIVITY,
    ringsEarly: env.RING_EARLY,
    asksBack: env.ASK_BACK,
    logLevel: env.LOG_LEVEL,
  };
}

function shapeSip(env: Checked): Config['sip'] {
  return {
    host: env.SIP_HOST,
    port: env.SIP_PORT,
    tlsPort: env.SIP_TLS_PORT,
    domain: env.SIP_DOMAIN.toLowerCase(),
    rtpPortStart: env.RTP_PORT_START,
    rtpPortEnd: env.RTP_PORT_END,
    certificate: certificateFiles(env.SIP_TLS_CERT_FILE, env.SIP_TLS_KEY_FILE),
    mediaEncryption: env.MEDIA_ENCRYPTION,
    filesDir: absolute(env.SIP_FILES_DIR),
  };
}

function shapeTrunk(env: Checked): Config['trunk'] {
  return {
    host: env.TRUNK_HOST,
    username: env.TRUNK_USERNAME,
    password: env.TRUNK_PASSWORD,
    register: env.TRUNK_REGISTER,
    transport: env.TRUNK_TRANSPORT,
    mediaEncryption: env.TRUNK_MEDIA_ENCRYPTION ?? env.MEDIA_ENCRYPTION,
    caFile: absolute(env.TRUNK_CA_FILE),
    numberFormat: env.TRUNK_NUMBER_FORMAT,
    dtmf: env.TRUNK_DTMF,
  };
}

function shapeSpeech(env: Checked): Config['speech'] {
  return {
    engine: env.SPEECH_ENGINE ?? defaultSpeechEngine,
    url: withoutSlash(env.SPEECH_URL ?? ''),
    apiKey: env.SPEECH_API_KEY,
    model: env.SPEECH_MODEL,
    voice: env.SPEECH_VOICE,
  };
}

function shapeTranscription(env: Checked): Config['transcription'] {
  return {
    engine: env.STT_ENGINE ?? defaultTranscriptionEngine,
    isChosen: env.STT_ENGINE !== undefined,
    url: withoutSlash(env.STT_URL ?? ''),
    modelDir: absolute(env.STT_MODEL_DIR),
    apiKey: env.STT_API_KEY,
    model: env.STT_MODEL,
    language: env.STT_LANGUAGE,
    masksDigits: env.TRANSCRIPT_MASK_DIGITS,
  };
}

function shapeRecording(env: Checked): Config['recording'] {
  return {
    format: env.RECORDING_FORMAT,
    keepDays: env.RECORDING_KEEP_DAYS,
    maxBytes: env.RECORDING_MAX_GB * 1e9,
    minFreeBytes: env.RECORDING_MIN_FREE_MB * 1e6,
    notice: env.RECORDING_NOTICE,
  };
}

/** Paths are added to it. */
function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

function absolute(file: string | undefined): string | undefined {
  return file === undefined ? undefined : path.resolve(file);
}

/** Either both or neither are set (contradictions.ts). */
function certificateFiles(certificateFile: string | undefined, keyFile: string | undefined): Config['https'] {
  return certificateFile === undefined || keyFile === undefined
    ? undefined
    : { certificateFile: path.resolve(certificateFile), keyFile: path.resolve(keyFile) };
}

function shapePolicy(env: Checked, callerId: PhoneNumber | undefined): SpendPolicy {
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

/** Both lists combined; the caller id's country if neither is set. */
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

function chatOf(
  url: string | undefined,
  apiKey: string | undefined,
  model: string | undefined,
): ChatConfig | undefined {
  return url === undefined ? undefined : { url: withoutSlash(url), apiKey, model: model ?? '' };
}

/** Separated by `|`. Without any, a spoken greeting is followed by matching defaults; a sound is repeated. */
function reassurancesOf(text: string | undefined, greeting: string): string[] {
  const given = (text ?? '')
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (given.length > 0) return given;
  return greeting.startsWith('sound:') || greeting.startsWith('file:') ? [greeting] : spokenReassurances;
}

const spokenReassurances = [
  'Please stay on the line. I am getting them for you.',
  'Thank you for waiting. They will be with you in a moment.',
];

function stunServer(text: string): { host: string; port: number } {
  const { host, port = stunPort } = splitHostPort(text);
  return { host, port };
}
