import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openCarrier } from './carrier-rig.ts';
import { eventually, follow } from '../asterisk/stage.ts';

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
  const leg = await stage.far.telephony.dialFar('call_bare', '+12025550100', { timeoutSeconds: 10 });
  await eventually(() => leg.state === 'gone', 'gone');
  // Asterisk may end it before it has said whether there is audio.
  assert.match(
    leg.outcome?.fault ?? leg.outcome?.detail ?? '',
    /answered without (?:audio|a description of its audio)/,
  );
});

// Asterisk takes these for the common format, and calls the call answered.
test('a carrier that agrees on telephone events alone has not taken the call', async () => {
  await using stage = await openCarrier();
  const { carrier, far } = stage;
  for (const [what, body] of [
    ['g729', carrier.sdp(['a=rtpmap:18 G729/8000'], { formats: '18 101' })],
    ['g722', carrier.sdp(['a=rtpmap:9 G722/8000'], { formats: '9 101' })],
  ] as const) {
    carrier.behaviours['INVITE'] = () => ({ status: '200 OK', body });
    const leg = await far.telephony.dialFar(`call_${what}`, '+12025550100', {
      timeoutSeconds: 10,
    });
    const seen = follow(leg);
    await eventually(() => leg.state === 'gone', 'gone');
    assert.equal(
      seen.events.map(({ kind }) => kind),
      ['gone'],
      what,
    );
    assert.is(leg.outcome?.kind, 'unreachable');
    assert.match(leg.outcome?.detail ?? '', 'without an audio format in common');
    await eventually(() => carrier.count('BYE') > 0, 'hung up');
  }
});

test.run();
