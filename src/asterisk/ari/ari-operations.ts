/** The part of Asterisk's REST interface in use, with its shapes as Asterisk 22 sends them. */

export interface AriChannel {
  id: string;
  name: string;
  /** Down, Rsrvd, OffHook, Dialing, Ring, Ringing, Up, Busy, … */
  state: string;
}

export interface AriBridge {
  id: string;
  channels: string[];
}

export interface AriEndpoint {
  technology: string;
  resource: string;
  /** `online`, `offline` or `unknown`. */
  state?: string;
}

export interface ConfigField {
  attribute: string;
  value: string;
}

type DynamicObject = { configClass: 'res_pjsip'; objectType: 'auth' | 'aor' | 'endpoint'; id: string };
type Channel = { channelId: string };
type Bridge = { bridgeId: string };
type Shape<Params, Result = void> = { params: Params; result: Result };

/** `resource.operation`, named as in Asterisk's own API description. */
export interface AriOperations {
  'asterisk.updateObject': Shape<DynamicObject & { fields: ConfigField[] }>;
  'asterisk.deleteObject': Shape<DynamicObject>;
  'asterisk.getObject': Shape<DynamicObject, ConfigField[]>;
  'asterisk.reloadModule': Shape<{ moduleName: string }>;
  'applications.subscribe': Shape<{ applicationName: string; eventSource: string }>;
  'applications.filter': Shape<{ applicationName: string; filter: { allowed: { type: string }[] } }>;
  'endpoints.listByTech': Shape<{ tech: 'PJSIP' }, AriEndpoint[]>;

  'channels.list': Shape<Record<string, never>, AriChannel[]>;
  'channels.create': Shape<
    Channel & {
      endpoint: string;
      app: string;
      appArgs: string;
      formats: string;
      variables: Record<string, string>;
    },
    AriChannel
  >;
  'channels.originateWithId': Shape<
    Channel & {
      otherChannelId: string;
      endpoint: string;
      context: string;
      extension: string;
      priority: number;
      variables: Record<string, string>;
    },
    AriChannel
  >;
  'channels.getChannelVar': Shape<Channel & { variable: string }, { value: string }>;
  'channels.setChannelVar': Shape<Channel & { variable: string; value: string }>;
  'channels.rtpstatistics': Shape<Channel, { rxcount: number; remote_ssrc: number }>;
  'channels.dial': Shape<Channel & { timeout: number }>;
  'channels.hangup': Shape<Channel & { reason_code?: string; reason?: string }>;
  'channels.ring': Shape<Channel>;
  'channels.ringStop': Shape<Channel>;
  'channels.startSilence': Shape<Channel>;
  'channels.stopSilence': Shape<Channel>;
  'channels.sendDTMF': Shape<Channel & { dtmf: string; between: number; duration: number }>;
  'channels.playWithId': Shape<Channel & { playbackId: string; media: string }>;
  'channels.snoopChannelWithId': Shape<
    Channel & { snoopId: string; spy: 'in' | 'out'; app: string; appArgs: string },
    AriChannel
  >;
  'channels.record': Shape<
    Channel & {
      name: string;
      format: 'ulaw';
      maxDurationSeconds: number;
      ifExists: 'fail';
      terminateOn: 'none';
    }
  >;
  'channels.externalMedia': Shape<
    Channel & {
      app: string;
      external_host: string;
      transport: 'websocket';
      encapsulation: 'none';
      format: string;
      transport_data: string;
      variables: Record<string, string>;
    },
    AriChannel
  >;
  'recordings.listStored': Shape<Record<string, never>, { name: string }[]>;
  'recordings.deleteStored': Shape<{ recordingName: string }>;
  'playbacks.get': Shape<{ playbackId: string }, { state: string }>;
  'playbacks.stop': Shape<{ playbackId: string }>;

  'bridges.list': Shape<Record<string, never>, AriBridge[]>;
  'bridges.createWithId': Shape<Bridge & { type: string; name: string }, AriBridge>;
  'bridges.addChannel': Shape<Bridge & { channel: string; absorbDTMF?: boolean }>;
  'bridges.removeChannel': Shape<Bridge & { channel: string }>;
  'bridges.play': Shape<Bridge & { media: string }>;
  'bridges.startMoh': Shape<Bridge & { mohClass: string }>;
  'bridges.stopMoh': Shape<Bridge>;
  'bridges.destroy': Shape<Bridge>;
}
export type AriOperation = keyof AriOperations;

/** Parameters sent as a JSON body instead of in the query, and the key that wraps them there. */
export const bodyParameters: Record<string, string | undefined> = {
  variables: 'variables',
  fields: 'fields',
  filter: undefined,
};

/** The events that are handled; others are ignored. */
export type AriEvent =
  | { type: 'StasisStart' | 'StasisEnd' | 'ChannelStateChange'; channel: AriChannel }
  | { type: 'ChannelEnteredBridge' | 'ChannelLeftBridge'; channel: AriChannel; bridge: AriBridge }
  | { type: 'Dial'; peer: AriChannel; dialstatus: string }
  | { type: 'ChannelHold' | 'ChannelUnhold'; channel: AriChannel }
  /** `soft`: somebody in Asterisk asked for it, not the other end. */
  | { type: 'ChannelHangupRequest'; channel: AriChannel; soft?: boolean }
  | {
      type: 'ChannelDtmfReceived';
      channel: AriChannel;
      digit: string;
      duration_ms: number;
      timestamp: string;
    }
  | { type: 'ChannelDestroyed'; channel: AriChannel; cause: number; cause_txt?: string; tech_cause?: number }
  | {
      type: 'PlaybackStarted' | 'PlaybackFinished';
      playback: { id: string; media_uri: string; target_uri: string; state: string };
    }
  | {
      type: 'RecordingFailed';
      recording: { name: string; target_uri: string; cause?: string };
    }
  | {
      type: 'ContactStatusChange';
      endpoint: AriEndpoint;
      contact_info: { aor: string; uri: string; contact_status: string };
    }
  | { type: 'EndpointStateChange' | 'PeerStatusChange'; endpoint: AriEndpoint }
  | { type: 'ApplicationReplaced'; application: string };
