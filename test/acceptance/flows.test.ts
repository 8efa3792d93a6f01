import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { items, type Json } from './http-client.ts';
import { assertShape, deletion, flowView, isId, listedFlow } from './shapes.ts';
import { leaveStage, openDefaultGateway } from './stage.ts';

const test = suite('call flows');
const { client } = await openDefaultGateway();
const flows = '/api/v1/call-flows';
const steps = [
  { id: 'wait', type: 'WAIT', description: 'greeting', timeout: 2, next_step: 'menu' },
  { id: 'menu', type: 'LISTEN', timeout: 10, options: [{ match: 'billing', next_step: 'queue' }] },
  { id: 'press', type: 'DTMF', description: 'choose', dtmf: '2' },
  { id: 'say', type: 'SPEAK', text: 'representative' },
  { id: 'queue', type: 'HOLD', description: 'wait', timeout: 600 },
  { id: 'owner', type: 'TRANSFER', description: 'ring' },
];
const body = { name: 'Support', company: 'Acme', phone_number: '+1 (202) 555-0141', steps };

async function create(changes: Json = {}): Promise<Json> {
  return (await client.expect(201, 'POST', flows, { body: { ...body, ...changes } })).body;
}

test('a flow is created, listed as a summary, shown in full and deleted', async () => {
  const made = await client.expect(201, 'POST', flows, { body });
  assertShape(made.body, flowView, 'POST /call-flows');
  const id = String(made.body['id']);
  assert.ok(isId('flow')(id), id);
  assert.is(made.headers.location, `${flows}/${id}`);
  const expected = {
    phone_number: '+12025550141',
    step_count: 6,
    success_count: 0,
    fail_count: 0,
    version: 1,
  };
  for (const [field, value] of Object.entries({
    ...expected,
    name: 'Support',
    company: 'Acme',
    tags: [],
    description: '',
  }))
    assert.equal(made.body[field], value, field);
  assert.equal(made.body['steps'], steps);

  const list = items(await client.expect(200, 'GET', flows), 'flows');
  for (const each of list) assertShape(each, listedFlow, 'GET /call-flows');
  assert.ok(list.some((each) => each['id'] === id));
  assert.equal((await client.expect(200, 'GET', `${flows}/${id}`)).body, made.body);

  const gone = await client.expect(200, 'DELETE', `${flows}/${id}`);
  assertShape(gone.body, deletion(id), 'DELETE /call-flows');
  for (const method of ['GET', 'DELETE']) await client.refuses(404, method, `${flows}/${id}`, id);
  await client.refuses(404, 'PUT', `${flows}/${id}`, id, { body: { name: 'x' } });
});

test('a client may choose the id, once', async () => {
  const made = await create({ id: 'flow_chosen-1' });
  assert.is(made['id'], 'flow_chosen-1');
  await client.refuses(409, 'POST', flows, 'flow_chosen-1', { body: { ...body, id: 'flow_chosen-1' } });
  for (const id of ['', 'a b', '../x', 'a/b', 7, null])
    await client.refuses(400, 'POST', flows, '"id"', { body: { ...body, id } });
  await client.expect(200, 'DELETE', `${flows}/flow_chosen-1`);
});

test('flows are found by company and by tag', async () => {
  const one = await create({ company: 'Initech', tags: ['billing', 'us'] });
  const other = await create({ company: 'Globex', tags: ['billing'] });
  const find = async (query: string): Promise<string[]> =>
    items(await client.expect(200, 'GET', `${flows}?${query}`), 'flows').map(({ id }) => String(id));
  assert.equal(await find('company=Initech'), [one['id']]);
  assert.equal((await find('tag=billing')).sort(), [String(one['id']), String(other['id'])].sort());
  assert.equal(await find('tag=us&company=Globex'), []);
  assert.equal(await find('company=Nobody'), []);
  await client.refuses(400, 'GET', `${flows}?compny=Initech`, 'compny');
  for (const { id } of [one, other]) await client.expect(200, 'DELETE', `${flows}/${String(id)}`);
});

test('GET, edit, PUT: absent fields stay, read-only ones are ignored', async () => {
  const made = await create({ tags: ['a'], description: 'first' });
  const path = `${flows}/${String(made['id'])}`;
  const put = async (changes: Json): Promise<Json> => {
    const { body: view } = await client.expect(200, 'PUT', path, { body: changes });
    assertShape(view, flowView, 'PUT /call-flows');
    return view;
  };
  const renamed = await put({ name: 'Renamed' });
  assert.equal(
    { ...renamed, updated_at: '' },
    { ...made, name: 'Renamed', version: 2, updated_at: '' },
    'only the name and the version changed',
  );
  const shown = (await client.expect(200, 'GET', path)).body;
  const back = await put({
    ...shown,
    description: 'second',
    success_count: 99,
    fail_count: 99,
    step_count: 99,
  });
  assert.equal(
    { ...back, updated_at: '' },
    { ...shown, description: 'second', version: 3, updated_at: '' },
    'counters are not taken from a client',
  );
  const shorter = await put({ steps: [{ id: 'only', type: 'HOLD' }], tags: [] });
  assert.equal([shorter['step_count'], shorter['tags']], [1, []]);
  await client.refuses(400, 'PUT', path, 'only', { body: { steps: [{ id: 'only', type: 'DTMF' }] } });
  await client.refuses(400, 'PUT', path, 'colour', { body: { colour: 'red' } });
  await client.refuses(400, 'PUT', path, 'phone_number', { body: { phone_number: '911' } });
  assert.equal((await client.expect(200, 'GET', path)).body, shorter, 'a refused change changes nothing');
  await client.expect(200, 'DELETE', path);
});

test('each fault of a flow is refused with the name of its step', async () => {
  const hold = { id: 'end', type: 'HOLD' };
  const faults: [string, Json[]][] = [
    ['at least one step', []],
    [
      'twin',
      [
        { id: 'twin', type: 'HOLD' },
        { id: 'twin', type: 'HOLD' },
      ],
    ],
    ['lost', [{ id: 'lost', type: 'WAIT', timeout: 1, next_step: 'nowhere' }, hold]],
    ['nowhere', [{ id: 'lost', type: 'WAIT', timeout: 1, next_step: 'nowhere' }, hold]],
    [
      'island',
      [{ id: 'a', type: 'WAIT', timeout: 1, next_step: 'end' }, { id: 'island', type: 'HOLD' }, hold],
    ],
    ['mute', [{ id: 'mute', type: 'DTMF' }, hold]],
    ['hasty', [{ id: 'hasty', type: 'WAIT' }, hold]],
    ['silent', [{ id: 'silent', type: 'SPEAK' }, hold]],
    ['again', [{ id: 'again', type: 'DTMF', dtmf: '1', next_step: 'again' }]],
    [
      'ping',
      [
        { id: 'ping', type: 'DTMF', dtmf: '1' },
        { id: 'pong', type: 'DTMF', dtmf: '2', next_step: 'ping' },
      ],
    ],
    ['choice', [{ id: 'choice', type: 'LISTEN', options: [{ match: 'x', next_step: 'gone' }] }, hold]],
    ['choice', [{ id: 'choice', type: 'LISTEN', options: [{ match: 'x' }] }, hold]],
    [
      'behind',
      [
        { id: 'owner', type: 'TRANSFER' },
        { id: 'behind', type: 'HOLD' },
      ],
    ],
  ];
  for (const [names, broken] of faults)
    await client.refuses(400, 'POST', flows, names, { body: { ...body, steps: broken } });
  await create({
    id: 'flow_patient-loop',
    steps: [
      { id: 'ping', type: 'DTMF', dtmf: '1' },
      { id: 'rest', type: 'WAIT', timeout: 1, next_step: 'ping' },
    ],
  });
  await client.expect(200, 'DELETE', `${flows}/flow_patient-loop`);
});

test('missing fields, unknown fields and wrong types are refused by name', async () => {
  for (const name of ['name', 'phone_number', 'steps'])
    await client.refuses(400, 'POST', flows, `"${name}"`, { body: { ...body, [name]: undefined } });
  for (const [name, value] of [
    ['name', 7],
    ['name', ''],
    ['company', null],
    ['phone_number', '112'],
    ['phone_number', 12025550141],
    ['steps', 'HOLD'],
    ['steps', {}],
    ['tags', 'a'],
    ['tags', [7]],
    ['description', {}],
    ['success_count', 5],
    ['owner', 'me'],
  ] as const)
    await client.refuses(400, 'POST', flows, `"${name}`, { body: { ...body, [name]: value } });
  for (const [names, step] of [
    ['type', { id: 'a', type: 'JUMP' }],
    ['type', { id: 'a', type: 'hold' }],
    ['id', { type: 'HOLD' }],
    ['id', { id: '', type: 'HOLD' }],
    ['id', { id: 'a b', type: 'HOLD' }],
    ['timeout', { id: 'a', type: 'HOLD', timeout: '5' }],
    ['timeout', { id: 'a', type: 'HOLD', timeout: -1 }],
    ['dtmf', { id: 'a', type: 'DTMF', dtmf: '1;2' }],
    ['dtmf', { id: 'a', type: 'DTMF', dtmf: 1 }],
    ['goto', { id: 'a', type: 'HOLD', goto: 'b' }],
  ] as const)
    await client.refuses(400, 'POST', flows, `steps[0].${names}`, { body: { ...body, steps: [step] } });
});

test.after(leaveStage);

test.run();
