import { createHash } from 'node:crypto';
import type { MediaEncryption } from '../../domain/sip-security.ts';
import { type Device, parseSipUri } from '../../domain/device.ts';
import { AppError } from '../../domain/errors.ts';
import type { ConfigField } from '../ari/ari-operations.ts';

/** The PJSIP objects that represent a device in Asterisk. */
export interface DeviceObjects {
  /** The endpoint, and thus the dial string: `PJSIP/<endpoint>`. */
  endpoint: string;
  /** In creation order: an endpoint refers to its AOR and auth. */
  objects: { objectType: 'auth' | 'aor' | 'endpoint'; id: string; fields: ConfigField[] }[];
}

/** A phone is seen offline after qualify_frequency + qualify_timeout at the latest: 7 s. */
const qualify = { qualify_frequency: '5', qualify_timeout: '2' };
/** Asterisk's default digest realm (pjsip.conf, global, default_realm). */
const digestRealm = 'asterisk';

/** Names used by the trunk's objects or by static devices. */
const reservedNames = /^(?:trunk(?:-.*)?|dev_.*)$/i;

/** asterisk-config/gateway/musiconhold.conf. Nothing else in Asterisk has it, so it tells devices from other endpoints. */
export const deviceMusic = 'owner-holds';

const endpointBase = {
  context: 'default',
  disallow: 'all',
  allow: 'ulaw,alaw',
  // As in pjsip_trunk.conf.
  outgoing_call_offer_pref: 'local',
  direct_media: 'no',
  // As events (RFC 4733) if the phone agrees on these, else as tones.
  dtmf_mode: 'auto',
  // No rtp_keepalive: with it Asterisk 22.10 reports a key of a phone that reports each twice 200 ms late the second time (measured).
  moh_suggest: deviceMusic,
  rtp_symmetric: 'yes',
  force_rport: 'yes',
  rewrite_contact: 'yes',
  // A phone only takes calls, listens and speaks. The other options are as in pjsip_trunk.conf, for the same reasons.
  allow_transfer: 'no',
  allow_subscribe: 'no',
  allow_overlap: 'no',
  trust_id_inbound: 'no',
  trust_connected_line: 'no',
  send_connected_line: 'no',
  timers: 'no',
  redirect_method: 'user',
  max_audio_streams: '1',
  max_video_streams: '0',
  t38_udptl: 'no',
};

/**
 * SRTP with keys in the SDP (SDES), which phones support best. `optional`: offered alongside plain RTP; the phone
 * chooses.
 */
const encryptionFields: Record<MediaEncryption, Record<string, string>> = {
  none: {},
  optional: { media_encryption: 'sdes', media_encryption_optimistic: 'yes' },
  required: { media_encryption: 'sdes' },
};

/**
 * What browsers require (RFC 8827): ICE, DTLS-SRTP, one socket for RTP and RTCP. Opus conceals lost packets; PCMU is
 * the common fallback.
 */
const browserMedia: Record<string, string> = {
  webrtc: 'yes',
  dtls_auto_generate_cert: 'yes',
  allow: 'opus,ulaw',
};

/**
 * @param sipPassword of a phone that registers here; null for one called at its own address.
 * @returns undefined for an external number, which needs no PJSIP objects.
 */
export function deviceObjects(
  device: Device,
  sipPassword: string | null,
  mediaEncryption: MediaEncryption = 'none',
): DeviceObjects | undefined {
  if (device.type === 'external') return undefined;
  const uri = parseSipUri(device.sipUri);
  if (uri === undefined) throw new AppError('invalid', `"sip_uri" ${device.sipUri} cannot be called`);
  if (sipPassword === null) {
    const port = uri.port === undefined ? '' : `:${uri.port}`;
    const transport = uri.transport === undefined ? '' : `;transport=${uri.transport}`;
    const contact = `sip:${uri.user}@${uri.host}${port}${transport}`;
    return staticDevice(device.id, contact, encryptionFields[mediaEncryption]);
  }
  if (reservedNames.test(uri.user))
    throw new AppError('invalid', `"sip_uri": the name "${uri.user}" is reserved, choose another`);
  const media = device.type === 'webrtc' ? browserMedia : encryptionFields[mediaEncryption];
  return registeringDevice(uri.user, sipPassword, media);
}

/** Asterisk finds the endpoint of a REGISTER by its user part, so endpoint, auth and AOR all carry that name. */
function registeringDevice(
  user: string,
  sipPassword: string,
  encryption: Record<string, string>,
): DeviceObjects {
  return {
    endpoint: user,
    objects: [
      {
        objectType: 'auth',
        id: user,
        // As a digest, so that ARI and the CLI never show the password. MD5: few phones support anything else.
        fields: fields({
          auth_type: 'digest',
          username: user,
          realm: digestRealm,
          password_digest: `MD5:${createHash('md5').update(`${user}:${digestRealm}:${sipPassword}`).digest('hex')}`,
        }),
      },
      {
        objectType: 'aor',
        id: user,
        fields: fields({
          ...qualify,
          max_contacts: '1',
          remove_existing: 'yes',
          minimum_expiration: '30',
          // One that answers no OPTIONS counts as online while it is registered: if the phone chose the time, for an hour after it has
          // gone.
          maximum_expiration: '300',
          default_expiration: '120',
        }),
      },
      {
        objectType: 'endpoint',
        id: user,
        fields: fields({ ...endpointBase, ...encryption, auth: user, aors: user }),
      },
    ],
  };
}

/** The same, but Asterisk does not ask it with OPTIONS: it is online while it is registered. */
export function withoutOptions(objects: DeviceObjects['objects']): DeviceObjects['objects'] {
  return objects.map((object) => ({
    ...object,
    fields: object.fields.map((field) =>
      field.attribute === 'qualify_frequency' ? { ...field, value: '0' } : field,
    ),
  }));
}

function staticDevice(deviceId: string, contact: string, encryption: Record<string, string>): DeviceObjects {
  return {
    endpoint: deviceId,
    objects: [
      { objectType: 'aor', id: deviceId, fields: fields({ ...qualify, contact }) },
      {
        objectType: 'endpoint',
        id: deviceId,
        // Without a password, nobody may be identified as this device by name alone: identification is by address, and no
        // address is configured.
        fields: fields({ ...endpointBase, ...encryption, aors: deviceId, identify_by: 'ip' }),
      },
    ],
  };
}

function fields(values: Record<string, string>): ConfigField[] {
  return Object.entries(values).map(([attribute, value]) => ({ attribute, value }));
}
