import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openBareFarEnd } from '../attack/bare-far-end.ts';
import { eventually, follow } from './stage.ts';

test('a carrier that answers no OPTIONS is dialled all the same, for the far end and for a number of the owner', async () => {
  await using far = await openBareFarEnd();
  far.ignored.add('OPTIONS');
  await far.gateway.runCli('pjsip qualify trunk');
  const contacts = (): Promise<string> => far.gateway.runCli('pjsip show contacts');
  await eventually(async () => (await contacts()).includes('Unavail'), 'Asterisk has given it up', 10_000);

  const leg = await far.telephony.dialFar('call_deaf', '+12025550100', { timeoutSeconds: 10 });
  await follow(leg).until('answered');
  const target = { kind: 'number', deviceId: 'dev_mobile', number: '+12025550101' } as const;
  const mobile = await far.telephony.dialDevice('call_deaf', target, {
    timeoutSeconds: 10,
    showNumber: '+12025550100',
  });
  await follow(mobile).until('answered');
  const invites = far.requests.filter((request) => request.startsWith('INVITE'));
  const { port } = far.sip.address();
  assert.equal(invites, [
    `INVITE sip:+12025550100@127.0.0.1:${port} SIP/2.0`,
    `INVITE sip:+12025550101@127.0.0.1:${port} SIP/2.0`,
  ]);
  await Promise.all([leg.hangUp(), mobile.hangUp()]);
});

test.run();
