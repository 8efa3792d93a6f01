import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/calls.ts';
import * as devices from '../../src/contract/devices.ts';
import { parseEventTypes, streamQuery } from '../../src/contract/events.ts';
import * as flows from '../../src/contract/flows.ts';
import { validateBody, validateQuery } from '../../src/contract/validate.ts';
import * as webhooks from '../../src/contract/webhooks.ts';
import { readAddress } from '../../src/devices/address.ts';
import { deviceTypes } from '../../src/domain/device.ts';
import { AppError } from '../../src/domain/errors.ts';
import { stepTypes, type Step } from '../../src/domain/flow.ts';
import { describeFlowFaults } from '../../src/domain/flow-faults.ts';
import { parsePhoneNumber } from '../../src/domain/phone-number.ts';
import { parseStrictJson } from '../../src/http/strict-json.ts';
import { readTarget } from '../../src/webhooks/target.ts';

const test = suite('validators against whatever comes');

const runs = { numRuns: 300 };

/** Either a value or a refusal with a sentence; anything else is a defect. */
function refusedOr<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    assert.instance(error, AppError, String(error));
    assert.ok((error as AppError).status === 400 && (error as AppError).detail.length > 0);
    return undefined;
  }
}

const bodies = {
  outbound: calls.outboundBody,
  holdSlayer: calls.holdSlayerBody,
  transfer: calls.transferBody,
  dtmf: calls.dtmfBody,
  flow: flows.flowCreateBody,
  flowUpdate: flows.flowUpdateBody,
  device: devices.deviceCreateBody,
  deviceUpdate: devices.deviceUpdateBody,
  webhook: webhooks.webhookCreateBody,
};

/** Values in places where a field of the contract stands, so that more than the first check is reached. */
const fieldNames = [
  'number',
  'mode',
  'intent',
  'device',
  'call_flow_id',
  'services',
  'transfer_to',
  'digits',
  'name',
  'company',
  'phone_number',
  'steps',
  'tags',
  'type',
  'sip_uri',
  'priority',
  'capabilities',
  'confirm_answer',
  'url',
  'types',
  '__proto__',
  'constructor',
  'toString',
];
const likelyBody = fc.dictionary(fc.oneof(fc.constantFrom(...fieldNames), fc.string()), fc.anything());

for (const [name, schema] of Object.entries(bodies)) {
  test(`${name}: any value is taken or refused`, () => {
    fc.assert(
      fc.property(fc.oneof(likelyBody, fc.anything()), (body) => {
        refusedOr(() => validateBody(schema, body));
      }),
      runs,
    );
  });
}

test('no text with a control character passes into a call', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (intent) => {
      const taken = refusedOr(() =>
        validateBody<{ intent: string }>(calls.outboundBody, { number: '+1', intent }),
      );
      // oxlint-disable-next-line no-control-regex -- they are what must not be there
      if (taken !== undefined) assert.not.match(taken.intent, /[\u0000-\u001f\u007f-\u009f]/);
    }),
    runs,
  );
});

test('queries: any strings are taken or refused', () => {
  const query = fc.dictionary(
    fc.oneof(
      fc.constantFrom('state', 'limit', 'cursor', 'since', 'types', 'call_id', '__proto__'),
      fc.string(),
    ),
    fc.oneof(fc.string(), fc.array(fc.string())),
  );
  fc.assert(
    fc.property(query, (values) => {
      refusedOr(() => validateQuery(calls.listQuery, values));
      const stream = refusedOr(() => validateQuery<{ types?: string }>(streamQuery, values));
      if (stream !== undefined) refusedOr(() => parseEventTypes(stream.types));
    }),
    runs,
  );
});

test('strict JSON: accepted values are what JSON.parse gives, without prototype keys', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.json().map((text) => `{"a":${text}}`),
      ),
      (text) => {
        const taken = refusedOr(() => parseStrictJson(text));
        if (taken === undefined) return;
        assert.equal(taken, JSON.parse(text));
        assert.not.match(text, /"__proto__"\s*:/);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('strict JSON refuses a key given twice at any depth', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 8 }), (key, depth) => {
      const quoted = JSON.stringify(key);
      const inner = `{${quoted}:1,"other ${key.length}":[{}],${quoted}:2}`;
      const text = `${'{"x":['.repeat(depth)}${inner}${']}'.repeat(depth)}`;
      assert.is(
        refusedOr(() => parseStrictJson(text)),
        undefined,
        text,
      );
    }),
    runs,
  );
});

test('numbers: accepted values are E.164 and nothing else', () => {
  const digit = fc.constantFrom(...Array.from('0123456789+ ()-.\u0661\uff11a;&@'));
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: digit, maxLength: 20 })), (typed) => {
      const taken = refusedOr(() => parsePhoneNumber(typed));
      if (taken !== undefined) assert.match(taken.e164, /^\+[1-9][0-9]{6,14}$/);
    }),
    { numRuns: 1_000 },
  );
});

test('device addresses: accepted values hold nothing that a dial string could mistake', async () => {
  const rules = {
    ownHosts: ['gateway.test:5060'],
    hosts: { permit: async () => undefined },
    permitNumber: (typed: string, field: string) => parsePhoneNumber(typed, field).e164,
  };
  const piece = fc.constantFrom(
    'sip:',
    'tel:',
    '+',
    '@',
    ':',
    ';',
    '&',
    '/',
    '$',
    '{',
    ',',
    '|',
    'a',
    '1',
    '.',
    '-',
    '%0d',
    '\n',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...deviceTypes),
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
      ),
      async (type, typed) => {
        const taken = await readAddress(type, typed, rules).catch((error: unknown) => {
          if (error instanceof AppError && error.status < 500) return undefined;
          throw error;
        });
        if (taken !== undefined) assert.match(taken.sipUri, /^(sip:[\w.+-]+@[\w.-]+(:\d+)?|tel:\+\d+)$/);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('webhook targets: accepted values are http without credentials', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.webUrl(), fc.webUrl({ withFragments: true, withQueryParameters: true })),
      (typed) => {
        const taken = refusedOr(() => readTarget(typed));
        if (taken === undefined) return;
        assert.match(taken, /^https?:\/\/[^#\s]+$/);
        const { username, password } = new URL(taken);
        assert.equal([username, password], ['', '']);
      },
    ),
    runs,
  );
});

test('flows: finding faults ends, whatever the graph', () => {
  const stepId = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const step: fc.Arbitrary<Step> = fc.record(
    {
      id: stepId,
      type: fc.constantFrom(...stepTypes),
      next_step: stepId,
      timeout: fc.nat(),
      dtmf: fc.constant('1'),
      text: fc.string(),
      options: fc.array(fc.record({ match: fc.string(), next_step: stepId }), { maxLength: 3 }),
    },
    { requiredKeys: ['id', 'type'] },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const fault = describeFlowFaults(steps);
      assert.ok(fault === undefined || fault.length > 0);
    }),
    { numRuns: 2_000 },
  );
});

test.run();
