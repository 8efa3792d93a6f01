import fc from 'fast-check';
import type Joi from 'joi';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/calls.ts';
import * as devices from '../../src/contract/devices.ts';
import { parseEventTypes, streamQuery } from '../../src/contract/events.ts';
import * as flows from '../../src/contract/flows.ts';
import { validateBody, validateQuery } from '../../src/contract/validate.ts';
import { parseSipUri } from '../../src/domain/device.ts';
import { dtmfShape, type Step } from '../../src/domain/flow.ts';
import { describeFlowFaults } from '../../src/domain/flow-faults.ts';
import { parsePhoneNumber } from '../../src/domain/phone-number.ts';
import { parseStrictJson } from '../../src/http/strict-json.ts';
import { anyText, outcome } from './any-text.ts';

const test = suite('attacks: fuzzed validators');

test('a text is a phone number in E.164, or it is refused', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const result = outcome(() => parsePhoneNumber(text));
      if ('value' in result) {
        assert.match(result.value.e164, /^\+[1-9][0-9]{6,14}$/);
        assert.match(text, /^[\s+0-9 ().\-/\u00a0]*$/);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a good number survives what people type around it, and nothing else does', () => {
  const separators = fc.array(fc.constantFrom('', ' ', '-', '.', '('), { minLength: 11, maxLength: 11 });
  fc.assert(
    fc.property(separators, (between) => {
      const digits = '12025550100'.split('');
      const typed = `+${digits.map((digit, at) => digit + (between[at] ?? '')).join('')}`;
      assert.is(parsePhoneNumber(typed).e164, '+12025550100');
      // Spaces around are trimmed, so no line end is among them.
      for (const hostile of ['&', ',', ';', '@', '\0', '%', '$', '٠', '\n1'])
        assert.ok('refusal' in outcome(() => parsePhoneNumber(typed + hostile)), hostile);
    }),
  );
});

test('a text is a SIP URI of the narrow shape, or it is refused', () => {
  const uri = fc.oneof(
    anyText,
    anyText.map((text) => `sip:${text}`),
    anyText.map((text) => `sip:a@${text}`),
  );
  fc.assert(
    fc.property(uri, (text) => {
      const parsed = parseSipUri(text);
      if (parsed === undefined) return;
      assert.match(text, /^sip:[\w.+-]+@[A-Za-z0-9.-]+(:\d+)?$/);
      assert.not.match(text, /[\s&,;?<>"']/);
    }),
    { numRuns: 2_000 },
  );
});

const bodies: [name: string, schema: Joi.ObjectSchema, fields: string[]][] = [
  ['outbound', calls.outboundBody, ['number', 'mode', 'intent', 'device', 'call_flow_id', 'services']],
  ['hold-slayer', calls.holdSlayerBody, ['number', 'intent', 'transfer_to', 'call_flow_id', 'services']],
  ['transfer', calls.transferBody, ['device']],
  ['dtmf', calls.dtmfBody, ['digits']],
  ['flow', flows.flowCreateBody, ['id', 'name', 'company', 'phone_number', 'description', 'tags', 'steps']],
  ['flow change', flows.flowUpdateBody, ['name', 'steps', 'tags', 'id', 'version']],
  ['device', devices.deviceCreateBody, ['name', 'type', 'sip_uri', 'priority', 'capabilities']],
  ['device change', devices.deviceUpdateBody, ['name', 'is_online', 'sip_password']],
];

for (const [name, schema, fields] of bodies)
  test(`${name}: any JSON is a value of the contract or a refusal that shows no more than it must`, () => {
    const body = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.dictionary(
        fc.oneof(fc.constantFrom(...fields), anyText),
        fc.oneof(anyText, fc.jsonValue({ maxDepth: 3 })),
      ),
    );
    fc.assert(
      fc.property(body, (value) => {
        const result = outcome(() => validateBody<Record<string, unknown>>(schema, value));
        if ('refusal' in result) {
          assert.ok(result.refusal.detail.length > 0 && result.refusal.detail.length < 2_000);
          return;
        }
        for (const key of Object.keys(result.value)) assert.ok(fields.includes(key), key);
        for (const text of textsIn(result.value))
          assert.not.match(text, /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
      }),
      { numRuns: 500 },
    );
  });

test('any text is a strict JSON object or a refusal, and what passes reads the same everywhere', () => {
  const text = fc.oneof(
    anyText,
    fc.json({ maxDepth: 5 }),
    fc.json({ maxDepth: 3 }).map((json) => `{"a":${json},"b":${json}}`),
    fc.tuple(anyText, anyText).map(([key, value]) => `{${JSON.stringify(key)}:${JSON.stringify(value)}}`),
  );
  fc.assert(
    fc.property(text, (json) => {
      const result = outcome(() => parseStrictJson(json));
      if ('refusal' in result) return;
      assert.equal(result.value, JSON.parse(json));
      assert.is(Object.getPrototypeOf(result.value), Object.prototype);
      for (const each of textsIn(result.value)) assert.ok(!each.includes('\0'));
    }),
    { numRuns: 2_000 },
  );
  assert.is(({} as { polluted?: unknown }).polluted, undefined);
});

test('queries of the event stream and of lists are values of the contract or refusals', () => {
  const query = fc.dictionary(
    fc.constantFrom('since', 'types', 'call_id', 'limit', 'state', 'cursor', 'x'),
    anyText,
  );
  fc.assert(
    fc.property(query, (given) => {
      const stream = outcome(() => validateQuery<{ since?: number; types?: string }>(streamQuery, given));
      if ('value' in stream) {
        const { since, types } = stream.value;
        assert.ok(since === undefined || (Number.isSafeInteger(since) && since >= 0));
        outcome(() => parseEventTypes(types));
      }
      const list = outcome(() => validateQuery<{ limit: number }>(calls.listQuery, given));
      if ('value' in list) assert.ok(list.value.limit >= 1 && list.value.limit <= 200);
    }),
    { numRuns: 1_000 },
  );
});

test('the check of a flow ends, whatever its steps are, and lets no endless loop through', () => {
  const ids = ['a', 'b', 'c', 'd', '__proto__', 'constructor'];
  const step: fc.Arbitrary<Step> = fc.record(
    {
      id: fc.constantFrom(...ids),
      type: fc.constantFrom('WAIT', 'LISTEN', 'DTMF', 'HOLD', 'TRANSFER', 'SPEAK'),
      dtmf: fc.constantFrom('1', '2w'),
      timeout: fc.nat(5),
      next_step: fc.constantFrom(...ids),
      text: fc.constant('x'),
    },
    { requiredKeys: ['id', 'type'] },
  );
  // A field that its step would ignore is a fault by itself, and would hide every other.
  const steps = fc.array(step, { maxLength: 8 }).map((loose) =>
    loose.map(({ dtmf, text, ...each }) => ({
      ...each,
      ...(each.type === 'DTMF' && dtmf !== undefined ? { dtmf } : {}),
      ...(each.type === 'SPEAK' && text !== undefined ? { text } : {}),
    })),
  );
  fc.assert(
    fc.property(steps, (drawn) => {
      const fault = describeFlowFaults(drawn);
      if (fault === undefined) assert.ok(endsOrWaits(drawn), JSON.stringify(drawn));
    }),
    { numRuns: 3_000 },
  );
});

/** Walks a sound flow; steps that take no time may follow one another at most once each. */
function endsOrWaits(steps: readonly Step[]): boolean {
  return steps.every((start) => {
    let at: Step | undefined = start;
    for (let walked = 0; walked <= steps.length; walked += 1) {
      if (at === undefined || ['WAIT', 'LISTEN', 'HOLD', 'TRANSFER'].includes(at.type)) return true;
      const next: string | undefined = at.next_step ?? steps[steps.indexOf(at) + 1]?.id;
      at = steps.find(({ id }) => id === next);
    }
    return false;
  });
}

test('only digits that Asterisk may be sent pass', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      if (dtmfShape.test(text))
        assert.ok(text.split('').every((digit) => '0123456789ABCD*#w'.includes(digit)));
    }),
    { numRuns: 2_000 },
  );
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

test.run();
