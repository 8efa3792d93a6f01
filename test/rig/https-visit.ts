import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import * as assert from 'uvu/assert';
import WebSocket from 'ws';

/** An address of the service, the CA of its certificate (PEM), and the owner's token. */
export interface HttpsAddress {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
}

/** What a browser does there, each with the certificate checked: page, sign-in, REST, event stream, SIP of the browser phone. */
export async function visitOverHttps({ url, ca, token }: HttpsAddress): Promise<void> {
  const origin = new URL(url).origin;
  const ask = async (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<{ response: IncomingMessage; text: string }> => {
    const asked = request(`${url}${path}`, { method, headers, ca, agent: false }).end(body);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    return { response, text };
  };

  const page = await ask('GET', '/');
  assert.match(page.text, /<title>Holdfast/);
  assert.match(String(page.response.headers['strict-transport-security']), /max-age/);
  const json = { 'content-type': 'application/json', origin };
  const signedIn = await ask('POST', '/auth/session', json, JSON.stringify({ token }));
  const [given = ''] = signedIn.response.headers['set-cookie'] ?? [];
  assert.match(given, /^__Host-holdfast_session(_\d+)?=.*; Secure/);
  const cookie = given.slice(0, given.indexOf(';'));

  // An event that is no longer known is answered at once.
  const events = open('/ws/events?since=999999999', [], cookie);
  assert.is((JSON.parse(String((await once(events, 'message'))[0])) as { type: string }).type, 'reset');
  const claim = await ask('POST', '/api/v1/devices/browser', { ...json, cookie }, '{"name":"Tablet"}');
  assert.is(claim.response.statusCode, 201, claim.text);
  const { sip } = JSON.parse(claim.text) as { sip: { uri: string; user: string } };

  const phone = open('/ws/phone', ['sip'], cookie);
  await once(phone, 'open');
  phone.send(registration(sip));
  assert.match(String((await once(phone, 'message'))[0]), /^SIP\/2\.0 401 /);
  for (const socket of [events, phone]) {
    socket.close();
    await once(socket, 'close');
  }

  function open(path: string, protocols: string[], cookieHeader: string): WebSocket {
    return new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, protocols, {
      headers: { cookie: cookieHeader },
      origin,
      ca,
    });
  }
}

const registration = ({ uri, user }: { uri: string; user: string }): string =>
  [
    `REGISTER sip:${uri.split('@')[1]} SIP/2.0`,
    'Via: SIP/2.0/WS here.invalid;branch=z9hG4bKone',
    'Max-Forwards: 70',
    `To: <${uri}>`,
    `From: <${uri}>;tag=one`,
    'Call-ID: one',
    'CSeq: 1 REGISTER',
    `Contact: <sip:${user}@here.invalid;transport=ws>`,
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
