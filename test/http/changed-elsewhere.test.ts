import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Rig, withRig } from './rig.ts';

const test = suite('two clients change the same thing');

const flow = {
  name: 'Acme billing',
  phone_number: '+12025550100',
  steps: [
    { id: 'key', type: 'DTMF', dtmf: '1' },
    { id: 'pin', type: 'DTMF', dtmf: '4711', secret: true },
    { id: 'me', type: 'TRANSFER' },
  ],
};

interface Edited {
  what: string;
  /** The path of something that exists. */
  make: (rig: Rig) => Promise<string>;
  method?: string;
  /** Two edits of the same field, then what is read of it. */
  one: object;
  other: object;
  // oxlint-disable-next-line no-explicit-any -- whatever JSON the service answered
  read: (body: any) => unknown;
  values: [one: unknown, other: unknown];
}

const favourite = (label: string) => ({ label, number: '+12025550100', intent: '', mode: 'hold_slayer' });
const created = async (rig: Rig, path: string, body: object): Promise<string> =>
  `${path}/${(await rig.ask('POST', path, body)).body.id}`;

const edited: Edited[] = [
  {
    what: 'a call flow',
    make: (rig) => created(rig, '/api/v1/call-flows', flow),
    one: { steps: [{ id: 'key', type: 'DTMF', dtmf: '7' }, ...flow.steps.slice(1)] },
    other: { steps: [{ id: 'key', type: 'DTMF', dtmf: '8' }, ...flow.steps.slice(1)] },
    read: (body) => body.steps[0].dtmf,
    values: ['7', '8'],
  },
  {
    what: 'a device',
    make: (rig) =>
      created(rig, '/api/v1/devices', { name: 'Kitchen', type: 'sip_phone', sip_uri: 'sip:k@gateway.test' }),
    one: { name: 'Hall' },
    other: { name: 'Garden' },
    read: (body) => body.name,
    values: ['Hall', 'Garden'],
  },
  {
    what: 'a webhook',
    make: (rig) =>
      created(rig, '/api/v1/webhooks', { name: 'H', url: 'http://192.0.2.9:8123/', types: ['call_ended'] }),
    one: { types: ['call_ended', 'call_failed'] },
    other: { types: ['call_started'] },
    read: (body) => body.types.length,
    values: [2, 1],
  },
  {
    what: 'the favourites',
    make: async (rig) => {
      await rig.ask('PUT', '/api/v1/favourites', { favourites: [] });
      return '/api/v1/favourites';
    },
    one: { favourites: [favourite('Acme')] },
    other: { favourites: [favourite('Zenith')] },
    read: (body) => body.favourites[0].label,
    values: ['Acme', 'Zenith'],
  },
];

const tagOf = (answer: { headers: Headers }): string => {
  const tag = answer.headers.get('etag');
  assert.ok(tag !== null && /^W\/"[\w-]+"$/.test(tag), `an ETag: ${tag}`);
  return tag ?? '';
};

for (const { what, make, method = 'PUT', one, other, read, values } of edited) {
  test(`${what}: the second change is refused if it is based on what was read before the first`, () =>
    withRig(async (rig) => {
      const path = await make(rig);
      const before = tagOf(await rig.ask('GET', path));
      const first = await rig.ask(method, path, one, { 'If-Match': before });
      assert.is(first.status, 200);
      const second = await rig.ask(method, path, other, { 'If-Match': before });
      assert.is(second.status, 412);
      assert.match(second.body.detail, /changed after you read it.*nothing was stored/);
      const now = await rig.ask('GET', path);
      assert.is(read(now.body), values[0]);
      assert.is(tagOf(now), tagOf(first));
      // Whoever has read the newest state, or says nothing, may change it.
      assert.is((await rig.ask(method, path, other, { 'If-Match': tagOf(now) })).status, 200);
      assert.is((await rig.ask(method, path, one)).status, 200);
      assert.is((await rig.ask(method, path, other, { 'If-Match': '*' })).status, 200);
      assert.is(read((await rig.ask('GET', path)).body), values[1]);
    }));

  test(`${what}: a change that is repeated because its response was lost is no conflict`, () =>
    withRig(async (rig) => {
      const path = await make(rig);
      const before = tagOf(await rig.ask('GET', path));
      const stored = await rig.ask(method, path, one, { 'If-Match': before });
      const again = await rig.ask(method, path, one, { 'If-Match': before });
      assert.is(again.status, 200);
      assert.is(read(again.body), read(stored.body));
    }));

  if (method === 'PUT' && what !== 'the favourites')
    test(`${what}: it is not deleted if it changed since it was read`, () =>
      withRig(async (rig) => {
        const path = await make(rig);
        const before = tagOf(await rig.ask('GET', path));
        await rig.ask(method, path, one);
        assert.is((await rig.ask('DELETE', path, undefined, { 'If-Match': before })).status, 412);
        assert.is((await rig.ask('GET', path)).status, 200);
        const now = tagOf(await rig.ask('GET', path));
        assert.is((await rig.ask('DELETE', path, undefined, { 'If-Match': now })).status, 200);
      }));
}

test('of changes that arrive at once only one is based on what is stored', () =>
  withRig(async (rig) => {
    for (const { what, make, method = 'PUT', one, other } of edited) {
      const path = await make(rig);
      const tag = tagOf(await rig.ask('GET', path));
      const answers = await Promise.all(
        [one, other].map((body) => rig.ask(method, path, body, { 'If-Match': tag })),
      );
      assert.equal(
        answers.map(({ status }) => status).sort((a, b) => a - b),
        [200, 412],
        what,
      );
    }
  }));

test('a call flow that is changed between the check and its deletion stays', () =>
  withRig(async (rig) => {
    const path = await created(rig, '/api/v1/call-flows', flow);
    const tag = tagOf(await rig.ask('GET', path));
    const { flows } = rig.store;
    const remove = flows.remove.bind(flows);
    flows.remove = async (...which) => {
      flows.remove = remove;
      assert.is((await rig.ask('PUT', path, { name: 'Acme claims' })).status, 200);
      return remove(...which);
    };
    assert.is((await rig.ask('DELETE', path, undefined, { 'If-Match': tag })).status, 412);
    assert.is((await rig.ask('GET', path)).body.name, 'Acme claims');
  }));

test('the digits of a secret step count as a change, and its tag does not tell them', () =>
  withRig(async (rig) => {
    const path = await created(rig, '/api/v1/call-flows', flow);
    const before = tagOf(await rig.ask('GET', path));
    const pin = (digits: string) => ({
      steps: flow.steps.map((step) => (step.id === 'pin' ? { ...step, dtmf: digits } : step)),
    });
    assert.is((await rig.ask('PUT', path, pin('0815'), { 'If-Match': before })).status, 200);
    assert.is((await rig.ask('PUT', path, pin('4712'), { 'If-Match': before })).status, 412);
    assert.is((await rig.ask('PUT', path, pin('••••'))).body.version, 2);
  }));

test('what a device reports is no change of it', () =>
  withRig(async (rig) => {
    const path = await edited[1]!.make(rig);
    const { body, headers } = await rig.ask('GET', path);
    rig.lines.turn(body.id, true);
    assert.is(tagOf(await rig.ask('GET', path)), tagOf({ headers }));
  }));

test('a tag that a proxy has marked when it compressed the response still counts', () =>
  withRig(async (rig) => {
    const path = await edited[1]!.make(rig);
    const tag = tagOf(await rig.ask('GET', path)).replace('W/', '');
    for (const marked of [tag, tag.replace(/"$/, '-gzip"'), `"other", ${tag}`])
      assert.is((await rig.ask('PUT', path, { name: 'Kitchen' }, { 'If-Match': marked })).status, 200);
    const marked = `W/${tag}`;
    assert.is((await rig.ask('PUT', path, { name: 'Hall' }, { 'If-Match': marked })).status, 200);
    assert.is((await rig.ask('PUT', path, { name: 'Garden' }, { 'If-Match': marked })).status, 412);
  }));

test('a tag without its quotation marks is refused', () =>
  withRig(async (rig) => {
    const path = await edited[1]!.make(rig);
    for (const wrong of ['abc', '"abc', '', '"a" "b"']) {
      const answer = await rig.ask('PUT', path, { name: 'Hall' }, { 'If-Match': wrong });
      assert.is(answer.status, 400, wrong);
      assert.match(answer.body.detail, /If-Match/);
    }
  }));

test.run();
