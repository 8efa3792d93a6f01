import path from 'node:path';
import * as assert from 'uvu/assert';
import { startHeadlessPhone } from '../../rig/headless-phone.ts';
import type { Leg } from '../../src/calls/telephony.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { writeTone } from './audio.ts';
import { sideBySide } from './side-by-side.ts';
import { assertNothingLeft, eventually, follow } from './stage.ts';

/** Sends back every digit that it receives, so that what reached the far end comes back as an event. */
const echoNumber = '+12025550113';
const password = 'a-password-of-a-phone';

sideBySide("the owner's digits", {
  'come as events and stay on this side of a bridge that absorbs them; without that they reach the far end':
    async (stage) => {
      const callId = 'call_digits';
      const device = {
        id: 'dev_keys',
        name: 'keys',
        type: 'sip_phone' as const,
        sipUri: `sip:keys@127.0.0.1:${stage.sipPort}`,
        priority: 1,
        capabilities: ['voice'],
        confirmsAnswer: false,
        createdAtMs: 0,
        updatedAtMs: 0,
      };
      await stage.lines.push({ device, sipPassword: password });
      const voice = path.join(stage.recordDir, 'owner.wav');
      await writeTone(voice, 1000, 60);
      const port = await findFreePorts(40);
      const phone = await startHeadlessPhone({
        username: 'keys',
        registrar: `127.0.0.1:${stage.sipPort}`,
        password,
        sipPort: port,
        controlPort: port + 3,
        rtpPortStart: port + 10,
        rtpPortEnd: port + 38,
        says: { file: voice }, // baresip sends its keys between the packets of its voice
        answer: { afterMs: 50 },
      });
      try {
        await eventually(() => stage.lines.isOnline(device.id), 'online');
        const far = await stage.telephony.dialFar(callId, echoNumber, { timeoutSeconds: 20 });
        await follow(far).until('answered');
        const leg = await stage.telephony.dialDevice(
          callId,
          { kind: 'endpoint', deviceId: device.id },
          { timeoutSeconds: 20, showNumber: echoNumber },
        );
        await follow(leg).until('answered');
        const [pressed, echoed] = [digitsOf(leg), digitsOf(far)];
        const bridge = await stage.telephony.createBridge(callId);
        await bridge.add(far);
        await bridge.add(leg, { absorbsDtmf: true });
        await phone.press('7');
        await eventually(() => pressed.includes('7'), 'the digit as an event');
        // What the far end gets from us comes after what it would have got through the bridge.
        await untilEchoed(far, '5', echoed);
        assert.equal([...new Set(echoed)], ['5']);
        await bridge.remove(leg);
        await bridge.add(leg);
        await phone.press('8');
        await eventually(() => echoed.includes('8'), 'the echo of a digit that was passed on');
        await Promise.all([far.hangUp(), leg.hangUp()]);
        await bridge.destroy();
        await assertNothingLeft(stage, callId);
      } finally {
        await phone.stop();
      }
    },
});

/** A machine that is short of time drops packets, and with them a digit: it is sent again. */
async function untilEchoed(far: Leg, digit: string, echoed: string[]): Promise<void> {
  for (let attempt = 1; !echoed.includes(digit); attempt++) {
    await far.sendDtmf(digit);
    const isLast = attempt === 4;
    await eventually(() => echoed.includes(digit), 'the echo of our own digit', 3_000).catch((error) => {
      if (isLast) throw error;
    });
  }
}

function digitsOf(leg: Leg): string[] {
  const digits: string[] = [];
  leg.subscribe((event) => event.kind === 'dtmf' && digits.push(event.digit));
  return digits;
}
