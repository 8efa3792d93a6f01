import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestRing } from '../../src/calls/legs/test-ring.ts';
import type { Speech } from '../../src/calls/speech.ts';
import type { DeviceWithState } from '../../src/domain/device.ts';
import { AppError } from '../../src/domain/errors.ts';
import { noVoice } from '../rig/no-voice.ts';
import { ScriptedTelephony } from '../rig/scripted-telephony.ts';

const test = suite('test ring');

const phone: DeviceWithState = {
  id: 'dev_1',
  name: 'Kitchen',
  type: 'sip_phone',
  sipUri: 'sip:kitchen@gateway.test',
  priority: 1,
  capabilities: [],
  confirmsAnswer: false,
  createdAtMs: 1,
  updatedAtMs: 1,
  isOnline: true,
  canWake: false,
  isArriving: false,
  lastOnlineAtMs: 1,
};

function rig(
  device: DeviceWithState = phone,
  permitAddress = () => Promise.resolve(),
  { sound = 'sound:hello', speech = noVoice }: { sound?: string; speech?: Speech } = {},
) {
  const warnings: string[] = [];
  const telephony = new ScriptedTelephony();
  const ring = createTestRing({
    telephony,
    devices: () => Promise.resolve([device]),
    permitAddress,
    ringSeconds: 20,
    sound,
    speech,
    log: { warn: (message) => void warnings.push(message) },
  });
  return { telephony, ring, warnings };
}

async function theLeg({ deviceLegs }: ScriptedTelephony) {
  while (deviceLegs.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  return deviceLegs[0] as NonNullable<(typeof deviceLegs)[0]>;
}

async function refusal(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    if (error instanceof AppError) return `${error.status} ${error.detail}`;
  }
  return 'not refused';
}

test('a phone that is answered hears a sound, and is hung up', async () => {
  const { telephony, ring } = rig();
  const result = ring('dev_1');
  const leg = await theLeg(telephony);
  leg.ring();
  leg.answer();
  const { answered, detail } = await result;
  assert.equal([answered, detail], [true, null]);
  assert.equal(leg.asked, ['play sound:hello', 'hang up normal']);
});

test('a phone that is answered and not heard says why', async () => {
  const { telephony, ring } = rig();
  const result = ring('dev_1');
  const leg = await theLeg(telephony);
  leg.unheard = 'no audio has come from it';
  leg.answer();
  const { answered, detail } = await result;
  assert.equal([answered, detail], [true, 'no audio has come from it']);
});

test('a greeting that cannot be spoken is replaced by a plain sound, and the log says why', async () => {
  const speech = { media: () => Promise.reject(new AppError('unavailable', 'SPEECH_ENGINE is none')) };
  const { telephony, ring, warnings } = rig(phone, undefined, { sound: 'Hello', speech });
  const result = ring('dev_1');
  const leg = await theLeg(telephony);
  leg.answer();
  await result;
  assert.equal(leg.asked, ['play sound:one-moment-please', 'hang up normal']);
  assert.equal(warnings, ['a text was not said']);
});

test('a phone that nobody answers says why', async () => {
  const { telephony, ring } = rig();
  const result = ring('dev_1');
  (await theLeg(telephony)).end({ kind: 'no_answer', detail: 'nobody answered' });
  const { answered, detail } = await result;
  assert.equal([answered, detail], [false, 'nobody answered']);
});

test('no phone rings twice at once; an offline one, an unknown one and a number are not rung', async () => {
  const { telephony, ring } = rig();
  const first = ring('dev_1');
  const leg = await theLeg(telephony);
  assert.match(await refusal(ring('dev_1')), '409 the device "Kitchen" rings already');
  leg.end();
  await first;
  assert.match(await refusal(ring('dev_none')), '404');
  assert.match(
    await refusal(rig({ ...phone, isOnline: false }).ring('dev_1')),
    '409 the device "Kitchen" is off',
  );
  assert.match(await refusal(rig({ ...phone, type: 'external' }).ring('dev_1')), '409 an external number');
  const forbidden = rig(phone, () => Promise.reject(new AppError('refused', 'the way to the trunk')));
  assert.match(await refusal(forbidden.ring('dev_1')), '400 the way to the trunk');
  assert.is(forbidden.telephony.deviceLegs.length, 0);
});

test.run();
