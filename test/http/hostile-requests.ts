/** Requests that a service must refuse, with the status that it owes; black-box, so that any started service can be asked. */
export interface HostileRequest {
  name: string;
  method?: string;
  path: string;
  /** Sent as it is. */
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  status: number;
  /** What `detail` must contain. */
  names?: string;
}

const number = '+12025550100';
const outbound = '/api/v1/calls/outbound';
const holdSlayer = '/api/v1/calls/hold-slayer';
const flows = '/api/v1/call-flows';
const devices = '/api/v1/devices';
const call = '/api/v1/calls/call_none';

function json(value: unknown): string {
  return JSON.stringify(value);
}

function refusedBodies(path: string, method: string, bodies: [unknown, string][]): HostileRequest[] {
  return bodies.map(([body, names]) => ({
    name: `${method} ${path} ${json(body).slice(0, 80)}`,
    method,
    path,
    body: json(body),
    status: 400,
    names,
  }));
}

const steps = [{ id: 'a', type: 'HOLD' }];
const flow = { name: 'x', phone_number: number, steps };
const device = { name: 'kitchen', type: 'sip_phone', sip_uri: 'sip:kitchen@192.0.2.9' };
const controlTexts = [
  'a\nb',
  'a\r\nVia: x',
  'a\u0000b',
  '\u001b[31m',
  'a\u2028b',
  '\u202egpj.exe',
  'a\u007fb',
];

const fieldFaults: HostileRequest[] = [
  ...refusedBodies(outbound, 'POST', [
    [{}, 'number'],
    [{ number: 12025550100 }, 'number'],
    [{ number: null }, 'number'],
    [{ number: '' }, 'number'],
    [{ number: [number] }, 'number'],
    [{ number: { $gt: '' } }, 'number'],
    [{ number: '2025550100' }, 'number'],
    [{ number: '+1' }, 'number'],
    [{ number: '+1202555010012345678' }, 'number'],
    [{ number: '+١٢٠٢٥٥٥٠١٠٠' }, 'number'],
    [{ number: '+１２０２５５５０１００' }, 'number'],
    [{ number: `${number}@evil.example` }, 'number'],
    [{ number: `${number},1,Hangup()` }, 'number'],
    [{ number: `${number}&PJSIP/9@trunk` }, 'number'],
    [{ number: `${number}\r\nX: y` }, 'number'],
    [{ number: `${number};ext=1` }, 'number'],
    [{ number: '${SHELL(id)}' }, 'number'],
    [{ number: '911' }, 'number'],
    [{ number: '112' }, 'number'],
    [{ number: 'x'.repeat(10_000) }, 'number'],
    [{ number: '+19005550100' }, ''],
    [{ number: '+442079460000' }, ''],
    [{ number, mode: 'bogus' }, 'mode'],
    [{ number, mode: 1 }, 'mode'],
    [{ number, mode: 'DIRECT' }, 'mode'],
    [{ number, intent: 5 }, 'intent'],
    [{ number, intent: 'x'.repeat(1001) }, 'intent'],
    [{ number, device: 'x'.repeat(101) }, 'device'],
    [{ number, device: ['kitchen'] }, 'device'],
    [{ number, call_flow_id: '../../etc/passwd' }, 'call_flow_id'],
    [{ number, call_flow_id: '' }, 'call_flow_id'],
    [{ number, services: 'all' }, 'services'],
    [{ number, services: { recording: 'true' } }, 'recording'],
    [{ number, services: { recording: 1 } }, 'recording'],
    [{ number, services: { video: true } }, 'video'],
    [{ number, dry_run: true }, 'dry_run'],
    [{ number, Number: number }, 'Number'],
    [{ number, transfer_to: 'kitchen' }, 'transfer_to'],
    ...controlTexts.map((intent): [unknown, string] => [{ number, intent }, '']),
    ...controlTexts.map((name): [unknown, string] => [{ number, device: name }, '']),
  ]),
  ...refusedBodies(holdSlayer, 'POST', [
    [{ number, mode: 'direct' }, 'mode'],
    [{ number, device: 'kitchen' }, 'device'],
    [{ number, transfer_to: 7 }, 'transfer_to'],
  ]),
  ...refusedBodies(`${call}/transfer`, 'POST', [
    [{}, 'device'],
    [{ device: '' }, 'device'],
    [{ device: '   ' }, 'device'],
    [{ device: 'a', x: 1 }, 'x'],
  ]),
  ...refusedBodies(`${call}/dtmf`, 'POST', [
    [{}, 'digits'],
    [{ digits: '' }, 'digits'],
    [{ digits: 'E' }, 'digits'],
    [{ digits: '1'.repeat(33) }, 'digits'],
    [{ digits: '1,2' }, 'digits'],
    [{ digits: '١' }, 'digits'],
    [{ digits: 1 }, 'digits'],
    [{ digits: '1\n' }, 'digits'],
  ]),
  ...refusedBodies(`${call}/hangup`, 'POST', [[{ force: true }, 'force']]),
  ...refusedBodies(flows, 'POST', [
    [{}, 'name'],
    [{ ...flow, phone_number: undefined }, 'phone_number'],
    [{ ...flow, phone_number: '911' }, 'phone_number'],
    [{ ...flow, name: 'x'.repeat(101) }, 'name'],
    [{ ...flow, name: '  ' }, 'name'],
    [{ ...flow, steps: [] }, 'steps'],
    [{ ...flow, steps: 'HOLD' }, 'steps'],
    [{ ...flow, steps: Array.from({ length: 201 }, (_, n) => ({ id: `s${n}`, type: 'HOLD' })) }, 'steps'],
    [{ ...flow, steps: [{ id: 'a', type: 'JUMP' }] }, 'type'],
    [{ ...flow, steps: [{ type: 'HOLD' }] }, 'id'],
    [{ ...flow, steps: [{ id: 'a b', type: 'HOLD' }] }, 'id'],
    [{ ...flow, steps: [{ id: 'a', type: 'DTMF' }] }, 'a'],
    [{ ...flow, steps: [{ id: 'a', type: 'DTMF', dtmf: '1;rm' }] }, 'dtmf'],
    [{ ...flow, steps: [{ id: 'a', type: 'WAIT', timeout: -1 }] }, 'timeout'],
    [{ ...flow, steps: [{ id: 'a', type: 'WAIT', timeout: '5' }] }, 'timeout'],
    [{ ...flow, steps: [{ id: 'a', type: 'HOLD', next_step: 'zz' }] }, 'zz'],
    [{ ...flow, steps: [...steps, { id: 'a', type: 'HOLD' }] }, 'twice'],
    [
      {
        ...flow,
        steps: [
          { id: 'a', type: 'DTMF', dtmf: '1' },
          { id: 'b', type: 'DTMF', dtmf: '2', next_step: 'a' },
        ],
      },
      'endless',
    ],
    [
      {
        ...flow,
        steps: [
          { id: 'a', type: 'TRANSFER' },
          { id: 'b', type: 'HOLD' },
        ],
      },
      'reached',
    ],
    [{ ...flow, id: '../x' }, 'id'],
    [{ ...flow, id: '' }, 'id'],
    [{ ...flow, tags: ['a', 'a'] }, 'tags'],
    [{ ...flow, tags: 'a' }, 'tags'],
    [{ ...flow, success_count: 99 }, 'success_count'],
    [{ ...flow, steps: [{ id: 'a', type: 'SPEAK', text: 'x'.repeat(501) }] }, 'text'],
    ...controlTexts.map((company): [unknown, string] => [{ ...flow, company }, '']),
    ...controlTexts.map((text): [unknown, string] => [
      { ...flow, steps: [{ id: 'a', type: 'SPEAK', text }] },
      '',
    ]),
  ]),
  ...refusedBodies(devices, 'POST', [
    [{}, 'name'],
    [{ ...device, type: 'toaster' }, 'type'],
    [{ ...device, sip_uri: 'kitchen' }, 'sip_uri'],
    [{ ...device, sip_uri: 'sips:a@192.0.2.9' }, 'sip_uri'],
    [{ ...device, sip_uri: 'sip:a@192.0.2.9;transport=tcp;lr' }, 'sip_uri'],
    [{ ...device, sip_uri: 'sip:a@192.0.2.9?X=y' }, 'sip_uri'],
    [{ ...device, sip_uri: 'sip:a@192.0.2.9:99999' }, 'sip_uri'],
    [{ ...device, sip_uri: 'sip:a,1@192.0.2.9' }, 'sip_uri'],
    [{ ...device, sip_uri: 'sip:${X}@192.0.2.9' }, 'sip_uri'],
    [{ ...device, sip_uri: 'sip:a@b@c' }, 'sip_uri'],
    [{ ...device, sip_uri: 'file:///etc/passwd' }, 'sip_uri'],
    [{ ...device, sip_uri: 'tel:+12025550142' }, 'sip_uri'],
    [{ ...device, type: 'external' }, 'sip_uri'],
    [{ ...device, type: 'external', sip_uri: 'tel:911' }, 'sip_uri'],
    [{ ...device, type: 'external', sip_uri: 'tel:+442079460000' }, ''],
    [{ ...device, priority: 1.5 }, 'priority'],
    [{ ...device, priority: -1 }, 'priority'],
    [{ ...device, priority: '1' }, 'priority'],
    [{ ...device, capabilities: 'voice' }, 'capabilities'],
    [{ ...device, capabilities: ['voice', 'voice'] }, 'capabilities'],
    [{ ...device, is_online: true }, 'is_online'],
    [{ ...device, sip_password: 'mine' }, 'sip_password'],
    ...controlTexts.map((name): [unknown, string] => [{ ...device, name }, '']),
  ]),
];

const webhook = { name: 'x', url: 'http://192.0.2.1/', types: ['human_detected'] };

const webhookFaults: HostileRequest[] = refusedBodies('/api/v1/webhooks', 'POST', [
  [{}, 'name'],
  [{ ...webhook, url: 'nowhere' }, 'url'],
  [{ ...webhook, url: 'file:///etc/passwd' }, 'url'],
  [{ ...webhook, url: 'gopher://192.0.2.1/' }, 'url'],
  [{ ...webhook, url: 'http://user:secret@192.0.2.1/' }, 'url'],
  [{ ...webhook, url: 'http://169.254.169.254/latest/meta-data' }, 'link-local'],
  [{ ...webhook, url: 'http://0xA9FEA9FE/' }, 'link-local'],
  [{ ...webhook, url: 'http://2852039166/' }, 'link-local'],
  [{ ...webhook, url: 'http://[fe80::1]/' }, 'link-local'],
  [{ ...webhook, url: 'http://[::ffff:169.254.169.254]/' }, 'link-local'],
  [{ ...webhook, url: 'http://192.0.2.1/\r\nX: y' }, 'url'],
  [{ ...webhook, types: [] }, 'types'],
  [{ ...webhook, types: ['bogus'] }, 'types'],
  [{ ...webhook, types: ['call_ended', 'call_ended'] }, 'types'],
  [{ ...webhook, authorization: 'Bearer x\r\nX: y' }, 'authorization'],
  [{ ...webhook, format: 'xml' }, 'format'],
  [{ ...webhook, enabled: 'yes' }, 'enabled'],
  [{ ...webhook, secret: 'mine' }, 'secret'],
]);

const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;

const strangeBodies: HostileRequest[] = [
  { name: 'no body', method: 'POST', path: outbound, status: 400, names: 'body' },
  { name: 'half a body', method: 'POST', path: outbound, body: '{"number": "+1', status: 400 },
  { name: 'an array', method: 'POST', path: outbound, body: '[]', status: 400, names: 'body' },
  { name: 'null', method: 'POST', path: outbound, body: 'null', status: 400, names: 'body' },
  { name: 'a text', method: 'POST', path: outbound, body: '"x"', status: 400, names: 'body' },
  { name: 'a comment', method: 'POST', path: outbound, body: '{} // x', status: 400 },
  { name: 'single quotes', method: 'POST', path: outbound, body: "{'number':'+1'}", status: 400 },
  { name: 'NaN', method: 'POST', path: outbound, body: '{"number":NaN}', status: 400 },
  {
    name: 'deep JSON',
    method: 'POST',
    path: outbound,
    body: `{"number":${deep}}`,
    status: 400,
    names: 'nested',
  },
  {
    name: 'a key twice',
    method: 'POST',
    path: outbound,
    body: `{"number":"${number}","number":"+12025550107"}`,
    status: 400,
    names: 'twice',
  },
  {
    name: 'a key twice, once escaped',
    method: 'POST',
    path: outbound,
    body: `{"number":"${number}","n\\u0075mber":"+12025550107"}`,
    status: 400,
    names: 'twice',
  },
  ...['__proto__', 'constructor', 'prototype', '\\u005f_proto__'].map((key) => ({
    name: `the key ${key}`,
    method: 'POST',
    path: outbound,
    body: `{"number":"${number}","${key}":{"isOwner":true}}`,
    status: 400,
    names: 'not allowed',
  })),
  {
    name: 'a prototype key inside',
    method: 'POST',
    path: outbound,
    body: `{"number":"${number}","services":{"__proto__":{"recording":true}}}`,
    status: 400,
    names: '__proto__',
  },
  {
    name: 'half a surrogate pair',
    method: 'POST',
    path: outbound,
    body: `{"number":"${number}","intent":"\\ud800"}`,
    status: 400,
    names: 'surrogate',
  },
  {
    name: 'bytes that are no UTF-8',
    method: 'POST',
    path: outbound,
    body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    status: 400,
    names: 'UTF-8',
  },
  {
    name: 'too large',
    method: 'POST',
    path: outbound,
    body: json({ number, intent: 'x'.repeat(300_000) }),
    status: 413,
  },
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=utf-16',
    'application/jsonp',
    'text/json',
    '',
  ].map((type) => ({
    name: `content type ${type === '' ? 'absent' : type}`,
    method: 'POST',
    path: outbound,
    body: json({ number }),
    headers: { 'Content-Type': type },
    status: 415,
  })),
  {
    name: 'compressed',
    method: 'POST',
    path: outbound,
    body: json({ number }),
    headers: { 'Content-Encoding': 'gzip' },
    status: 415,
  },
  ...['', ' ', 'a b', 'x'.repeat(201), 'é'].map((key) => ({
    name: `Idempotency-Key ${json(key.slice(0, 10))}`,
    method: 'POST',
    path: outbound,
    body: json({ number }),
    headers: { 'Idempotency-Key': key },
    status: 400,
    names: 'Idempotency-Key',
  })),
];

const strangeQueries: HostileRequest[] = [
  ['/api/v1/calls?state=all&state=ended', 'state'],
  ['/api/v1/calls?state=dead', 'state'],
  ['/api/v1/calls?limit=0', 'limit'],
  ['/api/v1/calls?limit=201', 'limit'],
  ['/api/v1/calls?limit=1e9', 'limit'],
  ['/api/v1/calls?limit=abc', 'limit'],
  ['/api/v1/calls?cursor=%00', 'cursor'],
  ['/api/v1/calls?cursor=abc', 'cursor'],
  ['/api/v1/calls?cursor[$ne]=1', 'cursor'],
  ['/api/v1/calls?offset=3', 'offset'],
  ['/api/v1/calls?__proto__=3', '__proto__'],
  ['/api/v1/call-flows?company=a%0d%0aX:y', 'company'],
  ['/api/v1/call-flows?owner=me', 'owner'],
  ['/api/v1/devices?x=1', 'x'],
  ['/api/v1/calls/call_none?x=1', 'x'],
  ['/ws/events', 'WebSocket'],
].map(([path, names]) => ({ name: `GET ${path}`, path: path ?? '', status: 400, names: names ?? '' }));

const wrongMethods: HostileRequest[] = [
  ['DELETE', '/api/v1/calls'],
  ['PUT', outbound],
  ['GET', outbound],
  ['DELETE', holdSlayer],
  ['GET', `${call}/hangup`],
  ['PATCH', devices],
  ['POST', '/api/v1/openapi.json'],
  ['TRACE', '/api/v1/calls'],
  ['PROPFIND', flows],
  ['POST', '/health'],
  ['POST', '/ws/events'],
].flatMap(([method = '', path = '']) =>
  // `fetch` refuses to send TRACE.
  method === 'TRACE' ? [] : [{ name: `${method} ${path}`, method, path, status: 405 }],
);

const nowhere: HostileRequest[] = [
  '/api',
  '/api/',
  '/api/calls',
  '/api/calls/outbound',
  '/api/v2/calls',
  '/api/v1',
  '/api/v1/',
  '/api/v1/calls/',
  '/api/v1/Calls',
  '/API/v1/calls',
  '//api/v1/calls',
  '/api/v1//calls',
  '/api/v1/calls/call_none',
  '/api/v1/calls/call_none/',
  '/api/v1/calls/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/api/v1/calls/%00',
  '/api/v1/calls/%',
  '/api/v1/calls/%E0%A4%A',
  '/%',
  "/api/v1/calls/'%20OR%201=1--",
  `/api/v1/calls/${'x'.repeat(2_000)}`,
  '/api/v1/call-flows/flow_none',
  '/api/v1/devices/dev_none',
  '/api/v1/recordings/rec_none',
  '/api/v1/constructor',
  '/.env',
  '/package.json',
  '/../package.json',
  '/%2e%2e/package.json',
  '/api/docs/../../package.json',
  '/api/docs/..%2f..%2fpackage.json',
  '/favicon.ico.php',
  '/ws',
  '/ws/',
  '/ws/events/',
].map((path) => ({ name: `GET ${path.slice(0, 60)}`, path, status: 404 }));

/** With the owner's token. */
export const hostileRequests: readonly HostileRequest[] = [
  ...fieldFaults,
  ...webhookFaults,
  ...strangeBodies,
  ...strangeQueries,
  ...wrongMethods,
  ...nowhere,
];

/** Every route and method behind the gate, and paths that are none. */
export const gatedRequests: readonly { method: string; path: string }[] = [
  ...['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'].flatMap((method) =>
    [
      outbound,
      holdSlayer,
      '/api/v1/calls',
      '/api/v1/calls/call_none',
      `${call}/hangup`,
      `${call}/transfer`,
      `${call}/dtmf`,
      `${call}/resume-hold`,
      `${call}/events`,
      `${call}/transcript`,
      `${call}/timeline`,
      flows,
      `${flows}/flow_none`,
      `${flows}/flow_none/runs`,
      `${flows}/check`,
      `${flows}/try`,
      devices,
      `${devices}/dev_none`,
      `${devices}/dev_none/password`,
      `${devices}/dev_none/test-ring`,
      `${devices}/order`,
      '/api/v1/tokens',
      '/api/v1/tokens/pat_none',
      '/api/v1/sessions',
      '/api/v1/sessions/sess_none',
      '/api/v1/webhooks',
      '/api/v1/webhooks/hook_none',
      '/api/v1/webhooks/hook_none/test',
      '/api/v1/system',
      '/api/v1/openapi.json',
      '/api/v1/nothing',
      '/api/v1',
      '/ws/events',
    ].map((path) => ({ method, path })),
  ),
];

/** What stands in `Authorization`, none of it a credential. */
export const badCredentials: readonly (string | undefined)[] = [
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Bearer null',
  'Bearer undefined',
  'Bearer hf_pat_',
  'Basic b3duZXI6b3duZXI=',
  'Token x',
];
