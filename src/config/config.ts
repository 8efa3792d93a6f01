import type { RingStrategy } from '../domain/device.ts';
import type { SpendPolicy } from '../domain/policy.ts';
import type { RecordingFormat } from '../domain/recording.ts';
import type { NumberFormat } from '../domain/number-format.ts';
import type { MediaEncryption, SipTransport } from '../domain/sip-security.ts';
import type { TrunkDtmf } from '../domain/trunk-dtmf.ts';
import type { SpeechEngineName, TranscriptionEngineName } from './engines.ts';
import type { LogLevel } from '../log/winston-log.ts';

/** A service compatible with OpenAI's chat API. */
export interface ChatConfig {
  url: string;
  apiKey: string | undefined;
  model: string;
}

/** All external settings, validated once at start. */
export interface Config {
  host: string;
  port: number;
  publicUrl: string;
  /** The app's own certificate; undefined: it serves plain http. */
  https: { certificateFile: string; keyFile: string } | undefined;
  dataDir: string;
  databaseUrl: string;
  ownerToken: string | undefined;
  /** The key for the secrets in the database, or a file holding it; neither: a file in the data folder. */
  secretsKey: string | undefined;
  secretsKeyFile: string | undefined;
  /** Undefined: the embedded Asterisk. */
  ari: { url: string; username: string; password: string } | undefined;
  /** For the embedded Asterisk. */
  ariPort: number;
  /** For the embedded Asterisk: whether RTP is accepted only from the address in the SDP. */
  rtpStrict: boolean;
  /** Where Asterisk sends audio to the app. */
  media: { host: string; port: number; username: string | undefined; password: string | undefined };
  sip: {
    host: string;
    port: number;
    tlsPort: number;
    domain: string;
    rtpPortStart: number;
    rtpPortEnd: number;
    /** The SIP server's certificate; undefined: this service makes one. */
    certificate: { certificateFile: string; keyFile: string } | undefined;
    /** For devices. */
    mediaEncryption: MediaEncryption;
    /** Where an external Asterisk reads the files this service maintains for it; undefined for the embedded one. */
    filesDir: string | undefined;
  };
  nat: {
    /** An address, a name, or `auto` to ask the STUN server. Undefined: no NAT. */
    externalAddress: string | undefined;
    /** Networks in CIDR notation. */
    localNetworks: string[];
    stun: { host: string; port: number } | undefined;
  };
  /** Relays browsers' audio when no direct path works; the secret is shared with that server. */
  turn: { url: string; secret: string } | undefined;
  trunk:
    | {
        host: string;
        username: string | undefined;
        password: string | undefined;
        register: boolean;
        transport: SipTransport;
        numberFormat: NumberFormat;
        dtmf: TrunkDtmf;
        mediaEncryption: MediaEncryption;
        /** The CA for the trunk's certificate; undefined: the system's CAs. */
        caFile: string | undefined;
      }
    | undefined;
  callerId: string | undefined;
  oidc: { issuer: string; clientId: string; clientSecret: string | undefined; owner: string } | undefined;
  policy: SpendPolicy;
  /** Whether the user part of a static device's address may be a number. */
  allowNumericSipUsers: boolean;
  /** Whether a browser's push service may be on a private network and without https. */
  allowsPrivatePushServices: boolean;
  maxCallMinutes: number;
  answerSeconds: number;
  deviceRingSeconds: number;
  greeting: string;
  /** Spoken in turn after the greeting while the owner's phone rings. */
  reassurances: string[];
  announcement: string | undefined;
  speech: {
    engine: SpeechEngineName;
    /** `http(s)://…` or `tcp://host:port`; '' for an engine that needs none. */
    url: string;
    apiKey: string | undefined;
    model: string;
    voice: string | undefined;
  };
  transcription: {
    engine: TranscriptionEngineName;
    /** Whether it was set explicitly: it is then loaded at start, otherwise on first use. */
    isChosen: boolean;
    /** `http(s)://…`, `ws(s)://…` or `tcp://host:port`; '' for an engine that needs none. */
    url: string;
    /** For `sherpa`. */
    modelDir: string | undefined;
    apiKey: string | undefined;
    model: string;
    language: string | undefined;
    masksDigits: boolean;
  };
  exploresMenus: boolean;
  /** Chooses in unknown menus instead of the tables; undefined: not used. */
  menuChat: ChatConfig | undefined;
  /** Makes call summaries; undefined: there are none, and nothing is sent anywhere. */
  summaryChat: ChatConfig | undefined;
  /** 0: forever. */
  eventKeepDays: number;
  recording: {
    format: RecordingFormat;
    /** 0: forever. */
    keepDays: number;
    maxBytes: number;
    minFreeBytes: number;
    notice: string | undefined;
  };
  ringStrategy: RingStrategy;
  sensitivity: number;
  ringsEarly: boolean;
  asksBack: boolean;
  logLevel: LogLevel;
}
