import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openCarrier } from './carrier-rig.ts';
import { eventually } from '../asterisk/stage.ts';

test('a trunk that takes no + is called without it', async () => {
  await using stage = await openCarrier({ numberFormat: '00', callerId: '+12025550199' });
  const leg = await stage.answeredLeg('call_prefix');
  const invite = stage.carrier.last('INVITE');
  assert.is(invite?.start, `INVITE sip:0012025550100@127.0.0.1:${stage.carrier.port} SIP/2.0`);
  await leg.hangUp();
});

test('a carrier that answers without a description of its audio did not hang up', async () => {
  await using stage = await openCarrier();
  stage.carrier.behaviours['INVITE'] = () => ({ status: '200 OK' });
  const leg = await stage.answeredLeg('call_bare');
  await eventually(() => leg.state === 'gone', 'gone');
  assert.match(leg.outcome?.fault ?? '', 'without a description of its audio');
});

test.run();
