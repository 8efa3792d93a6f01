import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Device } from '../../src/dashboard/api/types.ts';
import {
  applyDeviceEvent,
  devices,
  devicesFault,
  readDevices,
} from '../../src/dashboard/state/stored/devices.ts';
import { event } from './live-calls.ts';

const fetched = globalThis.fetch;
/** Each answers a request with the devices that are online, or breaks it off. */
const answers: ((online: readonly string[] | undefined) => void)[] = [];
const names = ['dev_desk', 'dev_kitchen'];
test.before(() => {
  globalThis.fetch = () =>
    new Promise((resolve, reject) => {
      answers.push((online) => {
        if (online === undefined) return reject(new TypeError('network error'));
        resolve(
          Response.json({
            devices: names.map((id, priority) => ({
              id,
              priority,
              type: 'sip',
              is_online: online.includes(id),
            })),
          }),
        );
      });
    });
});
test.after(() => {
  globalThis.fetch = fetched;
  devices.value = undefined;
  devicesFault.value = undefined;
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

test('a failure that is overtaken by a response to a later request is not shown; one of the newest request is', async () => {
  const [early, late] = [readDevices(), readDevices()];
  const [breakEarly, answerLate] = answers.splice(0);
  answerLate?.(names);
  await late;
  breakEarly?.(undefined);
  await failed(early);
  assert.is(devicesFault.value, undefined);
  const next = readDevices();
  answers.shift()?.(undefined);
  await failed(next);
  assert.type(devicesFault.value, 'string');
});

async function failed(read: Promise<void>): Promise<void> {
  const isRead = await read.then(
    () => true,
    () => false,
  );
  assert.not(isRead);
}

test.run();
