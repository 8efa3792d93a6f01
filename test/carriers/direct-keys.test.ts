import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addSipAgent } from '../rig/devices.ts';
import { hearKeys, pressReportedTwice } from '../rig/rtp-keys.ts';
import { eventually } from '../asterisk/stage.ts';
import { openCarrierService } from './carrier-service.ts';

test('in a direct call, keys of a phone that reports each twice go to the far end once', async () => {
  await using service = await openCarrierService();
  const { carrier, gateway } = service;
  const { agent } = await addSipAgent(gateway, 'twice');
  try {
    agent.behaviours['INVITE'] = () => ({ status: '200 OK', body: agent.sdp() });
    const heard = hearKeys(carrier);
    const call = await CallStory.place(gateway, { number: '+12025550100', mode: 'direct', device: 'twice' });
    await call.untilStatus('connected');
    await pressReportedTwice(agent, [4, 4, 2]);
    await eventually(() => heard().endsWith('2'), 'the last key');
    await delay(500); // its second report, if it has one
    assert.is(heard(), '442');
    assert.equal(call.typesOf('ivr_dtmf_sent'), [], 'what the owner types is not recorded');
    await call.hangUp();
  } finally {
    await agent.stop();
  }
});

test.run();
