import Joi from 'joi';
import { type DeviceType, type DeviceWithState, deviceTypes, findAddressFault } from '../domain/device.ts';
import type { DeviceDraft } from '../devices/desk.ts';
import { toIso, toIsoOrNull } from './call-views.ts';
import { checked, filledLine, id, line, readOnly, timestamp } from './values.ts';

const knownType = (type: unknown): DeviceType | undefined => deviceTypes.find((known) => known === type);

const fields = {
  name: filledLine(100),
  type: Joi.string().valid(...deviceTypes),
  sip_uri: checked(line(255).invalid(''), (typed, { type }) => findAddressFault(knownType(type), typed))
    .example('sip:kitchen@192.168.1.20')
    .description(
      'sip:user@host[:port][;transport=udp|tcp|tls]; with this gateway’s own host, the phone registers here; tel:+… for type external',
    ),
  priority: Joi.number().integer().min(0).max(1000).description('the lowest number rings first'),
  capabilities: Joi.array().items(filledLine(50)).max(20).unique(),
  confirm_answer: Joi.boolean().description(
    'whoever answers is asked to press 1 before the device gets the call, so that no voicemail takes it; not for type webrtc; default false',
  ),
};

export const deviceCreateBody = Joi.object({
  ...fields,
  name: fields.name.required(),
  type: fields.type.required(),
  sip_uri: fields.sip_uri.required(),
}).example({ name: 'Kitchen', type: 'sip_phone', sip_uri: 'sip:kitchen@192.168.1.20', priority: 2 });
export type DeviceCreateBody = DeviceDraft;

/** Any subset; the other fields that GET shows may be sent back. */
export const deviceUpdateBody = Joi.object({
  ...fields,
  id: readOnly(),
  is_online: readOnly(),
  can_wake: readOnly(),
  sip_password: readOnly(),
  fault: readOnly(),
  last_online_at: readOnly(),
  created_at: readOnly(),
  updated_at: readOnly(),
}).example({ name: 'Hall', priority: 3 });
export type DeviceUpdateBody = Partial<DeviceDraft>;

export const deviceOrderBody = Joi.object({
  ids: Joi.array()
    .items(id())
    .max(1000)
    .unique()
    .required()
    .description('every device, in the order in which they ring'),
});
export interface DeviceOrderBody {
  ids: string[];
}

export const deviceView = Joi.object({
  id: Joi.string().required(),
  name: Joi.string().required(),
  type: Joi.string()
    .valid(...deviceTypes)
    .required(),
  sip_uri: Joi.string().required(),
  is_online: Joi.boolean().required(),
  can_wake: Joi.boolean()
    .required()
    .description('a browser that a push message asks to open its page when it must ring while offline'),
  fault: Joi.string().description('why it cannot be used; absent if it can'),
  priority: Joi.number().integer().required(),
  capabilities: Joi.array().items(Joi.string()).required(),
  confirm_answer: Joi.boolean()
    .required()
    .description('whoever answers must press 1 before the device gets the call'),
  last_online_at: timestamp()
    .allow(null)
    .required()
    .description('when it last came online or went offline; null if it was never online'),
  created_at: timestamp().required(),
  updated_at: timestamp().required(),
});

/** The only answer that shows a phone's password. */
export const deviceWithPasswordView = deviceView.keys({
  sip_password: Joi.string().description('for a phone that registers here; never shown again'),
});

export const browserPhoneBody = Joi.object({
  name: fields.name.required(),
}).example({ name: 'Firefox on the kitchen tablet' });
export interface BrowserPhoneBody {
  name: string;
}

/** All that a browser needs to register as a phone (RFC 7118) and to send audio (RFC 8829). */
export const browserPhoneView = Joi.object({
  device: deviceView.required(),
  sip: Joi.object({
    uri: Joi.string().required(),
    user: Joi.string().required(),
    password: Joi.string().required().description('valid until the next such request of this session'),
    socket: Joi.string()
      .required()
      .description('the path of the WebSocket that speaks SIP, subprotocol "sip"'),
  }).required(),
  ice_servers: Joi.array()
    .items(
      Joi.object({
        urls: Joi.array().items(Joi.string()).required(),
        username: Joi.string(),
        credential: Joi.string().description('for a relay, valid for a day'),
      }),
    )
    .required()
    .description('for RTCPeerConnection'),
});

export const deviceListView = Joi.object({ devices: Joi.array().items(deviceView).required() });

export function viewDevice(device: DeviceWithState) {
  return {
    id: device.id,
    name: device.name,
    type: device.type,
    sip_uri: device.sipUri,
    is_online: device.isOnline,
    can_wake: device.canWake,
    priority: device.priority,
    capabilities: device.capabilities,
    confirm_answer: device.confirmsAnswer,
    last_online_at: toIsoOrNull(device.lastOnlineAtMs),
    created_at: toIso(device.createdAtMs),
    updated_at: toIso(device.updatedAtMs),
    ...(device.fault === undefined ? {} : { fault: device.fault }),
  };
}
