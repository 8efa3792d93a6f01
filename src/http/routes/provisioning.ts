import Joi from 'joi';
import type { Middleware } from 'koa';
import { toIso } from '../../contract/call-views.ts';
import { timestamp } from '../../contract/values.ts';
import type { PhoneAccount, Provisioning } from '../../devices/provisioning.ts';
import { AppError } from '../../domain/errors.ts';
import { type ApiRoute, param } from '../api-route.ts';
import { escapeMarkup } from '../escape-markup.ts';

/** The code is in the query, which the access log omits. */
const provisioningPath = '/provision';

const provisioningView = Joi.object({
  url: Joi.string()
    .uri()
    .required()
    .description(
      'what Linphone and related phones fetch as remote provisioning; contains the password, and answers once',
    ),
  expires_at: timestamp().required(),
});

export function provisioningRoute(needs: {
  provisioning: Pick<Provisioning, 'offer'>;
  publicUrl: string;
}): ApiRoute {
  return {
    method: 'post',
    path: '/devices/:device_id/provisioning',
    tag: 'devices',
    operationId: 'provisionDevice',
    scope: 'admin',
    summary: 'Create an address from which a phone fetches its account, once, within ten minutes',
    answers: { 201: { description: 'The address, best as a QR code.', schema: provisioningView } },
    errors: ['not_found', 'conflict'],
    handle: async (request) => {
      const { code, expiresAtMs } = await needs.provisioning.offer(param(request, 'device_id'));
      const location = `${provisioningPath}?code=${code}`;
      const { href: url } = new URL(location, needs.publicUrl);
      return { status: 201, location, body: { url, expires_at: toIso(expiresAtMs) } };
    },
  };
}

/** For phones, which have no token: the code is the credential. */
export function servePhoneAccounts(provisioning: Pick<Provisioning, 'take'>): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== provisioningPath) return next();
    ctx.set('Cache-Control', 'no-store');
    // Only a GET uses the code up: link previews send a HEAD first.
    if (ctx.method !== 'GET') {
      ctx.set('Allow', 'GET');
      throw new AppError('method_not_allowed', `${ctx.method} is not allowed here; allowed is GET`);
    }
    const { code } = ctx.query;
    const account = typeof code === 'string' ? await provisioning.take(code) : undefined;
    if (account === undefined)
      throw new AppError(
        'not_found',
        'this address was already used, has expired or never existed; make another on the Devices page',
      );
    ctx.type = 'application/xml';
    ctx.body = linphoneConfig(account);
  };
}

/** Linphone remote provisioning: sections and entries of its configuration file, as XML. */
function linphoneConfig({ name, user, host, server, password }: PhoneAccount): string {
  const section = (title: string, entries: Record<string, string>): string =>
    `<section name="${title}">${Object.entries(entries)
      .map(([key, value]) => `<entry name="${key}" overwrite="true">${escapeMarkup(value)}</entry>`)
      .join('')}</section>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<config xmlns="http://www.linphone.org/xsds/lpconfig.xsd">${section('auth_info_0', {
    username: user,
    passwd: password,
    domain: host,
  })}${section('proxy_0', {
    reg_identity: `"${name.replace(/["\\]/g, '')}" <sip:${user}@${server}>`,
    reg_proxy: `<sip:${server};transport=udp>`,
    reg_sendregister: '1',
  })}${section('sip', { default_proxy: '0' })}</config>
`;
}
