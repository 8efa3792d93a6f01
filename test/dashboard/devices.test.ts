import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Device } from '../../src/dashboard/api/types.ts';
import { applyDeviceEvent, devices, readDevices } from '../../src/dashboard/state/stored/devices.ts';
import { event } from './live-calls.ts';

const fetched = globalThis.fetch;
const answers: ((online: readonly string[]) => void)[] = [];
const names = ['dev_desk', 'dev_kitchen'];
test.before(() => {
  globalThis.fetch = () =>
    new Promise((resolve) => {
      answers.push((online) =>
        resolve(
          Response.json({
            devices: names.map((id, priority) => ({
              id,
              priority,
              type: 'sip',
              is_online: online.includes(id),
            })),
          }),
        ),
      );
    });
});
test.after(() => {
  globalThis.fetch = fetched;
  devices.value = undefined;
});

const online = (): string[] =>
  (devices.value ?? []).filter((each: Device) => each.is_online).map(({ id }) => id);

test('what an event says of a device counts more than a response that was asked for before', async () => {
  const first = readDevices();
  answers.shift()?.(names);
  await first;
  const slow = readDevices();
  applyDeviceEvent(event(1, 'device_offline', { device: 'dev_kitchen' }));
  answers.shift()?.(names);
  await slow;
  assert.equal(online(), ['dev_desk']);
  const next = readDevices();
  answers.shift()?.(['dev_kitchen']);
  await next;
  assert.equal(online(), ['dev_kitchen'], 'a later read counts again');
});

test('a response that is overtaken by that to a later request is no news', async () => {
  const [early, late] = [readDevices(), readDevices()];
  const [answerEarly, answerLate] = answers.splice(0);
  answerLate?.(['dev_desk']);
  await late;
  answerEarly?.(names);
  await early;
  assert.equal(online(), ['dev_desk']);
});

test.run();
