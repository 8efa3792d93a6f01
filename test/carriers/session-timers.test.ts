import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { headerOf } from '../rig/sip-message.ts';
import { openCarrier } from './carrier-rig.ts';

// With them Asterisk ended a call whose refresh was refused, or did not come: after 15 or 30 minutes of waiting.
test('a carrier is offered no session timer; one that refreshes the session itself is answered', async () => {
  await using stage = await openCarrier();
  const { carrier } = stage;
  const timer = ['Supported: timer', 'Session-Expires: 90;refresher=uas'];
  carrier.behaviours['INVITE'] = () => ({ status: '200 OK', headers: timer, body: carrier.sdp() });
  const leg = await stage.answeredLeg('call_timer');
  const invite = carrier.last('INVITE');
  assert.ok(invite);
  assert.is(headerOf(invite, 'session-expires'), '');
  assert.not.match(headerOf(invite, 'supported'), /timer/);
  const refresh = ['Supported: timer', 'Session-Expires: 90;refresher=uac'];
  assert.is((await carrier.reinvite(carrier.sdp(), refresh)).status, 200);
  assert.is((await carrier.request('UPDATE', { headers: refresh })).status, 200);
  assert.is(leg.state, 'up');
  await leg.hangUp();
});

test.run();
