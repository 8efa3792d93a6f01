import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import { type Answer, HttpClient, type Json } from './http-client.ts';
import { eventually, leaveStage, openDefaultGateway } from './stage.ts';

const test = suite("the reference's examples");

type Value = string | number | boolean;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  example?: Value;
  schema: { examples?: Value[]; default?: Value };
}

interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  body: { example?: unknown } | undefined;
}

type Described = ReadonlyMap<string, Operation>;

async function describe(client: HttpClient): Promise<Described> {
  const { body } = await client.expect(200, 'GET', '/api/v1/openapi.json');
  // oxlint-disable-next-line no-explicit-any -- the description is walked as the JSON that it is
  const paths = body['paths'] as Record<string, Record<string, any>>;
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => {
        const { parameters = [], requestBody } = operation;
        const content = requestBody?.content['application/json'];
        return [
          operation.operationId,
          { method: method.toUpperCase(), path, parameters, body: content },
        ] as const;
      }),
    ),
  );
}

/** What the page has filled in when "Try it out" is pressed. */
const offered = ({ example, schema }: Parameter): Value | undefined =>
  example ?? schema.examples?.[0] ?? schema.default;

/** Presses "Execute". @param ids what somebody types where the page offers nothing. */
async function execute(
  client: HttpClient,
  described: Described,
  operationId: string,
  ids: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const operation = described.get(operationId);
  if (operation === undefined) throw new Error(`there is no operation ${operationId}`);
  const { method, parameters, body } = operation;
  let path = operation.path;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const parameter of parameters) {
    const { name } = parameter;
    const value = (ids[name] as Value | undefined) ?? offered(parameter);
    if (parameter.in === 'path') {
      assert.ok(value !== undefined, `${operationId}: nothing for ${name}`);
      path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    } else if (value !== undefined) {
      if (parameter.in === 'query') query.set(name, String(value));
      else headers[name] = String(value);
    }
  }
  const sent = body?.example;
  assert.is(sent === undefined, body === undefined, `${operationId}: an example of the body`);
  return client.ask(method, `${path}${query.size === 0 ? '' : `?${query.toString()}`}`, {
    headers,
    ...(sent === undefined ? {} : { body: sent }),
  });
}

test('whatever it offers works at once on a gateway that is new', async () => {
  const { world } = await openDefaultGateway();
  const gateway = await world.gateway({ SIP_DOMAIN: '127.0.0.1' });
  const { view, phone } = await addPhone(gateway, 'demophone');
  world.owns(phone);
  const client = new HttpClient(gateway);
  let described = await describe(client);
  const left = new Set(described.keys());

  async function works(operationId: string, ids?: Json, status?: number): Promise<Json> {
    const answer = await execute(client, described, operationId, ids);
    left.delete(operationId);
    const isFine =
      status === undefined ? answer.status >= 200 && answer.status < 300 : answer.status === status;
    assert.ok(isFine, `${operationId}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer.body;
  }

  await works('checkCallFlow');
  const made = {
    device_id: (await works('createDevice'))['id'],
    flow_id: (await works('createCallFlow'))['id'],
    webhook_id: (await works('createWebhook'))['id'],
    token_id: (await works('createToken'))['id'],
    subscription_id: (await works('subscribeToPush'))['id'],
  };
  await works('claimBrowserPhone');
  await works('replaceFavourites');
  for (const id of ['updateDevice', 'updateCallFlow', 'updateWebhook', 'testWebhook']) await works(id, made);

  const { call_id } = await works('placeHoldSlayerCall');
  const held = new CallStory(gateway, String(call_id));
  await held.untilStatus('on_hold');
  await works('sendDtmf', { call_id });
  await works('editCall', { call_id });
  await works('transferCall', { call_id });
  await held.untilStatus('connected');
  await works('resumeHold', { call_id });
  await works('hangUpCall', { call_id });
  await works('learnCallFlow', { call_id }, 409); // it kept to its flow, so there is nothing to learn
  for (const id of ['placeCall', 'tryCallFlow'])
    await works('hangUpCall', { call_id: (await works(id))['call_id'] });
  await works('testRingDevice', { device_id: view.id });

  const recorded = await CallStory.place(gateway, {
    ...{ number: '+12025550107', mode: 'hold_slayer' },
    services: { recording: true },
  });
  await recorded.untilStatus('connected');
  const { moments } = await gateway.client.request<{ moments: { event_id: number }[] }>(
    'GET',
    `/api/v1/calls/${recorded.id}/timeline`,
  );
  await works('labelPerson', { call_id: recorded.id, event_id: moments[0]?.event_id });
  await recorded.hangUp();
  await recorded.until('recording_stopped');
  const token = gateway.token;
  await client.expect(200, 'POST', '/auth/session', { body: { token }, token: null });

  described = await describe(client);
  await works('orderDevices');
  const reading = [...described].filter(
    ([, { method, path }]) => method === 'GET' && !path.startsWith('/auth/'),
  );
  for (const [id] of reading) await works(id);
  const { recordings } = (await works('listRecordings')) as { recordings: { id: string }[] };
  const { sessions } = (await works('listSessions')) as { sessions: { id: string }[] };

  await works('provisionDevice', { device_id: view.id });
  await works('renewDevicePassword', { device_id: view.id });
  const other = { recording_id: recordings[0]?.id, session_id: sessions[0]?.id };
  const removals = [...described].filter(([, { method }]) => method === 'DELETE');
  for (const [id, { parameters }] of removals) {
    // Somebody who tries it out takes the id in a reference for made up.
    assert.equal(parameters.filter((each) => each.in === 'path').map(offered), [undefined], id);
    await works(id, { ...made, ...other });
  }
  await works('getMe');
  await works('signIn', {}, 401); // only the owner has a token
  for (const id of ['signInAtProvider', 'returnFromProvider', 'refreshSession', 'refreshSessionByPost'])
    await works(id, {}, 404); // there is no provider
  await works('signOut', {}, 303);
  assert.equal([...left], []);
  await eventually('end of every call', async () => (await gateway.leftovers()) === '');
});

test.after(leaveStage);
test.run();
