import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isLoudPacket } from '../asterisk/audio.ts';
import { eventually } from '../asterisk/stage.ts';
import { CallStory } from '../rig/call-story.ts';
import { addSipAgent } from '../rig/devices.ts';
import type { SipAnswer } from '../rig/sip-agent.ts';
import { openCarrierService } from './carrier-service.ts';

test('a call that the carrier forwards, or queues, rings', async () => {
  await using service = await openCarrierService();
  const { carrier, gateway } = service;
  const answer = (content: SipAnswer): void => {
    const invite = carrier.last('INVITE');
    assert.ok(invite);
    carrier.answer(invite, content);
  };
  carrier.behaviours['INVITE'] = () => ({ status: '181 Call Is Being Forwarded' });
  const forwarded = await CallStory.place(gateway, { number: '+12025550100' });
  await forwarded.untilStatus('ringing');
  answer({ status: '480 Temporarily Unavailable' });
  assert.is((await forwarded.untilOver()).end_reason, 'no_answer');
  carrier.behaviours['INVITE'] = () => ({ status: '182 Queued' });
  const queued = await CallStory.place(gateway, { number: '+12025550100' });
  await queued.untilStatus('ringing');
  answer({ status: '200 OK', body: carrier.sdp() });
  await queued.untilStatus('on_hold');
  await queued.hangUp();
});

for (const [status, audio] of [
  ['183 Session Progress', 'without a description of its audio'],
  ['182 Queued', 'alone'],
] as const)
  test(`the owner hears a direct call ring after a ${status.slice(0, 3)} ${audio}, until it is answered`, async () => {
    await using service = await openCarrierService();
    const { carrier, gateway } = service;
    const { agent } = await addSipAgent(gateway, 'listening');
    try {
      agent.behaviours['INVITE'] = () => ({ status: '200 OK', body: agent.sdp() });
      carrier.behaviours['INVITE'] = () => ({ status });
      let loud = 0;
      agent.rtp.on('message', (packet) => (loud += isLoudPacket(packet) ? 1 : 0));
      const call = await CallStory.place(gateway, {
        number: '+12025550100',
        mode: 'direct',
        device: 'listening',
      });
      await eventually(() => loud > 50, 'a second of ringing');
      const invite = carrier.last('INVITE');
      assert.ok(invite);
      carrier.answer(invite, { status: '200 OK', body: carrier.sdp() });
      await call.untilStatus('connected');
      await delay(300); // what was on its way
      const before = loud;
      await delay(6500); // longer than the pause between two rings
      assert.is(loud, before, 'it rings no more');
      await call.hangUp();
    } finally {
      await agent.stop();
    }
  });

test.run();
