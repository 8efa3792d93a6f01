import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Host, transports } from './clients.ts';
import { startEdge, type Edge } from './edge.ts';

const test = suite('MCP tools, with the SDK client');

const number = '+12025550100';
/** Those of the specification. */
const agreed = [
  'make_call',
  'end_call',
  'get_call_status',
  'list_calls',
  'wait_for_call',
  'send_dtmf',
  'transfer_call',
  'resume_hold',
  'get_call_transcript',
  'list_call_flows',
  'get_call_flow',
  'save_call_flow',
  'delete_call_flow',
  'list_devices',
  'gateway_status',
];
const names = [...agreed, 'learn_call_flow', 'look_up_number', 'note_call'].sort();

interface Noted {
  note: string;
  facts: object[];
  edit_tag: string;
}

interface Shown {
  call_id: string;
  status: string;
  changed: boolean;
  end_reason: string | null;
}

/** Runs with a client on each transport in turn. */
function onBoth(name: string, act: (edge: Edge, host: Host) => Promise<void>): void {
  for (const kind of transports)
    test(`${name} (${kind})`, async () => {
      await using edge = await startEdge();
      await using host = await Host.connect(kind, edge.url, edge.token);
      await act(edge, host);
    });
}

onBoth(
  'there are exactly these tools, each with title, description, schemas and annotations',
  async (_, host) => {
    const { tools } = await host.client.listTools();
    assert.equal(tools.map(({ name }) => name).sort(), names);
    for (const tool of tools) {
      assert.ok((tool.title ?? '').length > 5, tool.name);
      assert.ok((tool.description ?? '').length > 40, tool.name);
      assert.is(tool.inputSchema['additionalProperties'], false, tool.name);
      assert.is(tool.outputSchema?.type, 'object', tool.name);
      for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const)
        assert.type(tool.annotations?.[hint], 'boolean', `${tool.name}: ${hint}`);
    }
    const offered = (name: string) =>
      Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {}).sort();
    assert.equal(
      offered('note_call'),
      ['call_id', 'facts', 'if_edit_tag', 'note'],
      'nothing that would be refused',
    );
    const instructions = host.client.getInstructions() ?? '';
    assert.match(instructions, 'make_call');
    for (const named of instructions.match(/\b[a-z]+_[a-z_]+\b/g) ?? [])
      assert.ok(
        names.includes(named) ||
          ['hold_slayer', 'last_status', 'last_event_id', 'event_id', 'menu_ask'].includes(named),
        named,
      );
  },
);

onBoth('a call is placed, followed and ended; structured content is also the text', async (edge, host) => {
  const made = await host.call<Shown>('make_call', {
    number: '+1 (202) 555-0100',
    mode: 'hold_slayer',
    intent: 'bill',
    services: { transcription: 'true' }, // as models write it
  });
  assert.equal(Object.keys(made.value).sort(), ['call_id', 'mode', 'number', 'started_at', 'status']);
  assert.equal(JSON.parse(made.text), made.value);
  assert.is(edge.calls.placed[0]?.intent, 'bill');
  assert.is(edge.calls.placed[0]?.services?.transcription, true);
  const { call_id } = made.value;
  const shown = await host.call<Shown>('get_call_status', { call_id });
  assert.is(shown.value.status, 'trying');
  const rest = await fetch(`${edge.url}/api/v1/calls/${call_id}`, {
    headers: { authorization: `Bearer ${edge.token}` },
  });
  const { duration: _restDuration, ...restView } = (await rest.json()) as Shown & { duration: number };
  const { duration: _duration, ...mcpView } = shown.value as Shown & { duration: number };
  assert.equal(
    mcpView,
    { ...restView, menu_ask: null },
    'the same view as over REST, and what a menu asks for',
  );
  const listed = await host.call<{ calls: Shown[]; total: number }>('list_calls');
  assert.equal([listed.value.total, listed.value.calls[0]?.call_id], [1, call_id]);
  await edge.calls.farEnd(call_id, (far) => far.answer());
  assert.is(
    (await host.call<Shown>('transfer_call', { call_id, device: 'kitchen' })).value.status,
    'transferring',
  );
  assert.is((await host.call<Shown>('resume_hold', { call_id })).value.status, 'on_hold');
  assert.is((await host.call<Shown>('send_dtmf', { call_id, digits: '1w2#' })).value.call_id, call_id);
  assert.equal((await host.call('get_call_transcript', { call_id })).value, {
    call_id,
    text: '',
    chunks: [],
  });
  const ended = await host.call<Shown>('end_call', { call_id });
  assert.equal([ended.value.status, ended.value.end_reason], ['ended', 'hangup_api']);
  assert.is(
    (await host.call<{ total: number }>('list_calls', { state: 'ended', limit: '5' })).value.total,
    1,
  );
});

onBoth(
  'an assistant that lost the answer to make_call repeats it with its key, and nothing is dialled twice',
  async (edge, host) => {
    const wanted = { number, mode: 'hold_slayer', intent: 'bill', idempotency_key: 'bill-1' };
    const made = await host.call<Shown>('make_call', wanted);
    await using later = await Host.connect('streamable', edge.url, edge.token);
    const again = await later.call<Shown>('make_call', { ...wanted, number: '+1 202-555-0100' });
    assert.is(again.value.call_id, made.value.call_id);
    const rest = await fetch(`${edge.url}/api/v1/calls/hold-slayer`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${edge.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'bill-1',
      },
      body: JSON.stringify({ number, intent: 'bill' }),
    });
    assert.is(((await rest.json()) as Shown).call_id, made.value.call_id, 'the keys of REST are the same');
    assert.is(edge.calls.placed.length, 1);
    const other = await later.call('make_call', { ...wanted, intent: 'refund' });
    assert.equal(
      [other.isError, other.text],
      [true, 'this Idempotency-Key was used before with another request'],
    );
  },
);

onBoth('an assistant does not overwrite the note that its owner writes meanwhile', async (edge, host) => {
  const { value } = await host.call<Shown>('make_call', { number });
  const { call_id } = value;
  const note = (input: object) => host.call<Noted>('note_call', { call_id, ...input });
  const first = await note({ note: 'Ms Harbour' });
  assert.is(first.value.note, 'Ms Harbour', 'nothing was there');
  const blind = await note({ note: 'claim A-1234' });
  assert.is(blind.isError, true);
  assert.match(blind.text, /has a note or facts already.*if_edit_tag/);
  const seen = await host.call<Noted>('get_call_status', { call_id });
  await edge.calls.edit(call_id, { note: 'Ms Harbour, extension 47' });
  const late = await note({ note: 'Ms Harbour, claim A-1234', if_edit_tag: seen.value.edit_tag });
  assert.is(late.isError, true);
  assert.match(late.text, /changed.*nothing was stored.*get_call_status/);
  const now = await host.call<Noted>('get_call_status', { call_id });
  assert.is(now.value.note, 'Ms Harbour, extension 47');
  const wanted = { note: 'Ms Harbour, extension 47, claim A-1234', if_edit_tag: now.value.edit_tag };
  assert.is((await note(wanted)).value.note, wanted.note);
  assert.is((await note(wanted)).value.note, wanted.note, 'repeated, because the answer was lost');
  const facts = [{ label: 'claim', value: 'A-1234' }];
  assert.equal((await note({ facts })).value.facts, facts, 'there were none');
});

onBoth('the transcript is read', async (edge, host) => {
  const { value } = await host.call<Shown>('make_call', { number });
  await edge.store.journal.record({
    events: [true, false].map((isFinal) => ({
      type: 'transcript_chunk',
      callId: value.call_id,
      atMs: 1_000,
      data: { text: isFinal ? 'How can I help?' : 'How', speaker: 'far', is_final: isFinal },
    })),
  });
  const transcript = await host.call<{ text: string }>('get_call_transcript', { call_id: value.call_id });
  assert.is(transcript.value.text, 'How can I help?');
});

onBoth('a flow is created, changed and deleted', async (_edge, host) => {
  const steps = [
    { id: 'listen', type: 'LISTEN', timeout: 20 },
    { id: 'press', type: 'DTMF', dtmf: '2' },
    { id: 'hold', type: 'HOLD' },
    { id: 'ring', type: 'TRANSFER' },
  ];
  const created = await host.call<{ id: string; created: boolean }>('save_call_flow', {
    name: 'Acme support',
    phone_number: number,
    steps,
    tags: ['phone'],
  });
  assert.is(created.value.created, true);
  const { id } = created.value;
  const changed = await host.call<{ company: string; created: boolean; steps: object[] }>('save_call_flow', {
    id,
    company: 'Acme',
  });
  assert.equal(
    [changed.value.created, changed.value.company, changed.value.steps.length],
    [false, 'Acme', 4],
  );
  const named = await host.call<{ id: string; created: boolean }>('save_call_flow', {
    id: 'my-flow',
    name: 'x',
    phone_number: number,
    steps,
  });
  assert.equal([named.value.id, named.value.created], ['my-flow', true]);
  const listed = await host.call<{ flows: { id: string }[] }>('list_call_flows', { company: 'acme' });
  assert.equal(
    listed.value.flows.map((flow) => flow.id),
    [id],
  );
  const { version } = (await host.call<{ version: number }>('get_call_flow', { flow_id: id })).value;
  await host.call('save_call_flow', { id, company: 'Acme Corporation' });
  const late = await host.call('save_call_flow', { id, tags: ['late'], if_version: version });
  assert.ok(late.isError);
  assert.match(late.text, /has version 3 by now, and nothing was stored/);
  const seen = await host.call<{ version: number }>('save_call_flow', {
    id,
    company: 'Acme',
    if_version: version + 1,
  });
  assert.is(seen.value.version, 4);
  assert.match(
    (await host.call('save_call_flow', { id: 'none', if_version: 1 })).text,
    /there is no call flow/,
  );
  assert.match((await host.call('save_call_flow', { name: 'x', if_version: 1 })).text, /needs the "id"/);
  assert.is((await host.call<{ name: string }>('get_call_flow', { flow_id: id })).value.name, 'Acme support');
  assert.equal((await host.call('delete_call_flow', { flow_id: id })).value, { id, deleted: true });
  assert.ok((await host.call('get_call_flow', { flow_id: id })).isError);
});

onBoth('devices and the state of the gateway are shown', async (edge, host) => {
  assert.equal((await host.call('list_devices')).value, { devices: [] });
  const status = await host.call<{ status: string; active_calls: number }>('gateway_status');
  assert.equal([status.value.status, status.value.active_calls], ['ok', edge.calls.activeCount()]);
});

const refusals: [tool: string, input: object, detail: string][] = [
  ['make_call', {}, '"number" is required'],
  ['make_call', { number: 'help' }, '"number" must be a phone number'],
  ['make_call', { number: '911' }, 'emergency number'],
  ['make_call', { number: '+442079460000' }, 'allowed_countries'],
  ['make_call', { number, dry_run: true }, '"dry_run" is not allowed'],
  ['make_call', { number, mode: 'loud' }, '"mode" must be one of'],
  ['make_call', { number, idempotency_key: 'two words' }, '"idempotency_key" must be 1 to 200 visible'],
  ['make_call', { number, idempotency_key: '' }, '"idempotency_key" is not allowed to be empty'],
  ['make_call', { number: 12025550100 }, '"number" must be a string'],
  ['get_call_status', { call_id: 'call_none' }, 'there is no call'],
  ['get_call_status', { call_id: '../x' }, '"call_id" must be an identifier'],
  ['wait_for_call', { call_id: 'call_none' }, 'there is no call'],
  ['wait_for_call', { call_id: 'call_none', timeout: 51 }, '"timeout" must be less than or equal to 50'],
  ['wait_for_call', { call_id: 'call_none', timeout: 'five' }, '"timeout" must be a number'],
  ['wait_for_call', { call_id: 'call_none', timeout: '51' }, '"timeout" must be less than or equal to 50'],
  ['make_call', { number, redial: 'maybe' }, '"redial" must be a boolean'],
  ['make_call', { number, services: '{"recording": true}' }, '"services" must be of type object'],
  ['send_dtmf', { call_id: 'call_none', digits: '١' }, '"digits" must be'],
  ['transfer_call', { call_id: 'call_none' }, 'there is no call'],
  ['save_call_flow', { name: 'x' }, '"phone_number" is required'],
  ['save_call_flow', { name: 'x', phone_number: number, steps: [{ id: 'a', type: 'DTMF' }] }, 'step "a"'],
  ['delete_call_flow', { flow_id: 'flow_none' }, 'there is no'],
  ['learn_call_flow', { call_id: 'call_none' }, 'there is no call'],
  ['list_calls', { limit: 201 }, '"limit" must be less than or equal to 200'],
  ['list_devices', { all: true }, '"all" is not allowed'],
];
onBoth('a refused action is a tool error that says why, and nothing is dialled', async (edge, host) => {
  for (const [tool, input, detail] of refusals) {
    const answer = await host.call(tool, input);
    assert.ok(answer.isError, `${tool} ${JSON.stringify(input)}: ${answer.text}`);
    assert.match(answer.text, detail);
  }
  assert.equal(edge.calls.placed, []);
});

onBoth('the reason is the same as over REST', async (edge, host) => {
  const { value } = await host.call<Shown>('make_call', { number, mode: 'hold_slayer' });
  await edge.calls.farEnd(value.call_id, (far) => far.end());
  const rest = await fetch(`${edge.url}/api/v1/calls/${value.call_id}/hangup`, {
    method: 'POST',
    headers: { authorization: `Bearer ${edge.token}` },
  });
  assert.is(rest.status, 409);
  const { detail } = (await rest.json()) as { detail: string };
  assert.is((await host.call('end_call', { call_id: value.call_id })).text, detail);
  edge.calls.telephony.refusal = 'Asterisk is away';
  assert.is((await host.call('make_call', { number })).text, 'Asterisk is away');
});

onBoth('what fails inside says nothing of it', async (edge, host) => {
  edge.calls.snapshot = () => Promise.reject(new Error('SELECT secret FROM table'));
  const answer = await host.call('get_call_status', { call_id: 'call_x' });
  assert.equal([answer.isError, answer.text], [true, 'internal server error']);
});

onBoth(
  'an unknown tool, resource and prompt, and arguments as text, are errors of the protocol',
  async (_, { client }) => {
    for (const ask of [
      () => client.callTool({ name: 'format_disk', arguments: {} }),
      () => client.readResource({ uri: 'file:///etc/passwd' }),
      () => client.readResource({ uri: 'holdfast://calls/../devices' }),
      () => client.readResource({ uri: 'holdfast://devices/dev_none' }),
      () => client.getPrompt({ name: 'none' }),
      () => client.getPrompt({ name: 'call_and_wait_for_a_person', arguments: { number } }),
      () =>
        client.getPrompt({ name: 'call_and_wait_for_a_person', arguments: { number: '911', purpose: 'x' } }),
      () => client.callTool({ name: 'list_calls', arguments: '{}' } as never), // as text
    ]) {
      try {
        await ask();
        assert.unreachable(ask.toString());
      } catch (error) {
        assert.ok([-32602, -32002].includes((error as { code: number }).code), String(error));
        assert.not.match(String(error), /MCP error.*MCP error/); // the client's own words, and not ours too
      }
    }
  },
);

onBoth('resources show what the API shows, and the prompt leads through the tools', async (_edge, host) => {
  const { client } = host;
  const { value } = await host.call<Shown>('make_call', { number });
  const { resources } = await client.listResources();
  assert.equal(
    resources.map(({ uri }) => uri),
    ['holdfast://calls', 'holdfast://call-flows', 'holdfast://devices'],
  );
  assert.is((await client.listResourceTemplates()).resourceTemplates.length, 3);
  for (const uri of [...resources.map((resource) => resource.uri), `holdfast://calls/${value.call_id}`]) {
    const [content] = (await client.readResource({ uri })).contents;
    assert.is(content?.uri, uri);
    assert.type(JSON.parse((content as { text: string }).text), 'object');
  }
  const { prompts } = await client.listPrompts();
  assert.equal(
    prompts.map(({ name }) => name),
    ['call_and_wait_for_a_person'],
  );
  const filled = await client.getPrompt({
    name: 'call_and_wait_for_a_person',
    arguments: { number, purpose: 'my bill', device: 'kitchen' },
  });
  const [message] = filled.messages;
  const text = message?.content.type === 'text' ? message.content.text : '';
  for (const part of [number, 'my bill', '"kitchen"']) assert.match(text, part);
  for (const named of text.match(/\b[a-z]+_[a-z_]+\b/g) ?? [])
    assert.ok(
      names.includes(named) ||
        ['hold_slayer', 'last_status', 'last_event_id', 'event_id', 'menu_ask'].includes(named),
      named,
    );
});

test('each list is one page: a cursor is refused, and an empty one is none', async () => {
  await using edge = await startEdge();
  await using host = await Host.connect('streamable', edge.url, edge.token);
  const lists = {
    tools: (cursor: string) => host.client.listTools({ cursor }),
    resources: (cursor: string) => host.client.listResources({ cursor }),
    templates: (cursor: string) => host.client.listResourceTemplates({ cursor }),
    prompts: (cursor: string) => host.client.listPrompts({ cursor }),
  };
  for (const [name, list] of Object.entries(lists)) {
    const refusal: unknown = await list('page 2').catch((error: unknown) => error);
    const { code, message } = refusal as { code: number; message: string };
    assert.is(code, -32602, name);
    assert.match(message, '"cursor" is none of this service: each list is one page');
    await list('');
  }
});

test('null is no argument, except for one that is needed', async () => {
  await using edge = await startEdge();
  await using host = await Host.connect('streamable', edge.url, edge.token);
  const all = (await host.client.callTool({
    name: 'gateway_status',
    arguments: null as unknown as Record<string, unknown>,
  })) as { isError?: boolean };
  assert.not.ok(all.isError);
  const listed = await host.call('list_calls', { state: null, q: null, limit: null });
  assert.not.ok(listed.isError, listed.text);
  const { isError, text } = await host.call('get_call_status', { call_id: null });
  assert.equal([isError, text], [true, '"call_id" must be a string, not null']);
  const unknown = await host.call('list_calls', { number: null });
  assert.equal([unknown.isError, unknown.text], [true, '"number" is not allowed']);
});

test.run();
