import * as contract from '../../contract/devices.ts';
import type { BrowserPhones } from '../../devices/browser-phones.ts';
import { type IceSettings, iceServers } from '../../devices/ice-servers.ts';
import { AppError } from '../../domain/errors.ts';
import { phonePath } from '../sockets/phone-surface.ts';
import type { ApiRoute } from '../api-route.ts';

export function browserPhoneRoute(needs: {
  phones: Pick<BrowserPhones, 'claim'>;
  ice: IceSettings;
}): ApiRoute {
  const { phones, ice } = needs;
  return {
    method: 'post',
    path: '/devices/browser',
    tag: 'devices',
    operationId: 'claimBrowserPhone',
    scope: 'admin',
    summary: 'Make this browser a phone',
    description: `There is one device for each session or token, created at the first request and removed with the session or token. Each request gives it a new password. The browser registers at \`${phonePath}\`, SIP over a WebSocket (RFC 7118), and is rung like any other device.`,
    body: contract.browserPhoneBody,
    answers: {
      201: { description: 'The device, and how to register it.', schema: contract.browserPhoneView },
    },
    errors: ['conflict'],
    async handle({ identity, body }) {
      // This credential is in no table, so nothing would ever remove the device.
      if (identity.id.startsWith('access:'))
        throw new AppError(
          'forbidden',
          "a provider's access token cannot make a browser a phone; sign in at the page",
        );
      const { name } = body as contract.BrowserPhoneBody;
      const { device, sipPassword } = await phones.claim(identity.id, name);
      const user = device.sipUri.slice('sip:'.length, device.sipUri.indexOf('@'));
      return {
        status: 201,
        location: `/api/v1/devices/${device.id}`,
        body: {
          device: contract.viewDevice(device),
          sip: { uri: device.sipUri, user, password: sipPassword, socket: phonePath },
          ice_servers: iceServers(ice, Date.now()),
        },
      };
    },
  };
}
