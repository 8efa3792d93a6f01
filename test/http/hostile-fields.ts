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

export const number = '+12025550100';
export const outbound = '/api/v1/calls/outbound';
export const holdSlayer = '/api/v1/calls/hold-slayer';
export const flows = '/api/v1/call-flows';
export const devices = '/api/v1/devices';
export const call = '/api/v1/calls/call_none';

export function json(value: unknown): string {
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

export const steps = [{ id: 'a', type: 'HOLD' }];
export const flow = { name: 'x', phone_number: number, steps };
export const device = { name: 'kitchen', type: 'sip_phone', sip_uri: 'sip:kitchen@192.0.2.9' };
const controlTexts = [
  'a\nb',
  'a\r\nVia: x',
  'a\u0000b',
  '\u001b[31m',
  'a\u2028b',
  '\u202egpj.exe',
  'a\u007fb',
];

export const fieldFaults: HostileRequest[] = [
  ...refusedBodies(outbound, 'POST', [
    [{}, 'number'],
    [{ number: 12025550100 }, 'number'],
    [{ number: null }, '"number" must be a string, not null'],
    [{ number, device: null }, '"device" must be a string, not null'],
    [{ number, services: { recording: null } }, '"services.recording" must be a boolean, not null'],
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
    [{ number, at: '2026-12-01' }, 'at'],
    [{ number, at: '2026-12-01T09:00:00' }, 'at'],
    [{ number, at: '2026-11-31T09:00:00Z' }, 'no such day'],
    [{ number, at: '2027-02-29T09:00:00Z' }, 'no such day'],
    [{ number, at: '2026-12-01T09:60:00Z' }, 'no such day'],
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
    [{ ...flow, id: 'check' }, 'id'],
    [{ ...flow, id: 'try' }, 'id'],
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
    [{ ...device, sip_uri: '' }, '"sip_uri" must not be empty'],
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

export const webhookFaults: HostileRequest[] = refusedBodies('/api/v1/webhooks', 'POST', [
  [{}, 'name'],
  [{ ...webhook, url: 'nowhere' }, 'url'],
  [{ ...webhook, url: '' }, '"url" must not be empty'],
  [{ ...webhook, url: 'file:///etc/passwd' }, 'url'],
  [{ ...webhook, url: 'gopher://192.0.2.1/' }, 'url'],
  [{ ...webhook, url: 'http://user:secret@192.0.2.1/' }, 'url'],
  [{ ...webhook, url: 'http://169.254.169.254/latest/meta-data' }, 'link-local'],
  [{ ...webhook, url: 'http://0xA9FEA9FE/' }, 'link-local'],
  [{ ...webhook, url: 'http://2852039166/' }, 'link-local'],
  [{ ...webhook, url: 'http://[fe80::1]/' }, 'link-local'],
  [{ ...webhook, url: 'http://[::ffff:169.254.169.254]/' }, 'link-local'],
  [{ ...webhook, url: 'http://192.0.2.1/\r\nX: y' }, 'url'],
  [{ ...webhook, url: 'http://192.0.2.1:25/' }, 'port 25'],
  [{ ...webhook, types: [] }, 'types'],
  [{ ...webhook, types: ['bogus'] }, 'types'],
  [{ ...webhook, types: ['call_ended', 'call_ended'] }, 'types'],
  [{ ...webhook, authorization: 'Bearer x\r\nX: y' }, 'authorization'],
  [{ ...webhook, authorization: '  ' }, 'authorization'],
  [{ ...webhook, format: 'xml' }, 'format'],
  [{ ...webhook, enabled: 'yes' }, 'enabled'],
  [{ ...webhook, secret: 'mine' }, 'secret'],
]);
