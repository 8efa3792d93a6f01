import type { RingStrategy } from '../domain/device.ts';
import type { SpendPolicy } from '../domain/policy.ts';
import type { RecordingFormat } from '../domain/recording.ts';
import type { MediaEncryption, SipTransport } from '../domain/sip-security.ts';
import type { SpeechEngineName } from './speech-engines.ts';
import type { TranscriptionEngineName } from './transcription-engines.ts';
import type { LogLevel } from '../log/winston-log.ts';

/** A service that answers as OpenAI's chat does. */
export interface ChatConfig {
  url: string;
  apiKey: string | undefined;
  model: string;
}

/** Everything that can be set from outside, checked once at start. */
export interface Config {
  host: string;
  port: number;
  publicUrl: string;
  /** Where the app's own certificate lies; undefined: it speaks plain http. */
  https: { certificateFile: string; keyFile: string } | undefined;
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
    /** Where an external Asterisk reads the files that this service keeps for it; undefined for the embedded one. */
    filesDir: string | undefined;
  };
  nat: {
    /** An address, a name, or `auto`: asked of the STUN server. Undefined: no NAT in between. */
    externalAddress: string | undefined;
    /** As networks in CIDR notation. */
    localNetworks: string[];
    stun: { host: string; port: number } | undefined;
  };
  /** Where browsers' audio is relayed when no other way is open; the secret is shared with that server. */
  turn: { url: string; secret: string } | undefined;
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
  /** Whether a browser's push service may be in a private network, and without https. */
  allowsPrivatePushServices: boolean;
  maxCallMinutes: number;
  answerSeconds: number;
  deviceRingSeconds: number;
  greeting: string;
  /** Said in turn after the greeting, for as long as the owner's phone rings. */
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
    /** Whether somebody chose it: then it is made ready at start, else at the first need. */
    isChosen: boolean;
    /** `http(s)://…`, `ws(s)://…` or `tcp://host:port`; '' for an engine that needs none. */
    url: string;
    /** Of `sherpa`. */
    modelDir: string | undefined;
    apiKey: string | undefined;
    model: string;
    language: string | undefined;
    masksDigits: boolean;
  };
  /** What chooses in unknown menus in place of the tables; undefined: nothing does. */
  exploresMenus: boolean;
  menuChat: ChatConfig | undefined;
  /** What makes summaries of calls; undefined: nothing does, and nothing is sent anywhere. */
  summaryChat: ChatConfig | undefined;
  recording: {
    format: RecordingFormat;
    /** 0: for ever. */
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
