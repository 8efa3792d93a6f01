import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OwnVoice } from '../../src/calls/hearing/own-voice.ts';
import { noVoice } from '../rig/no-voice.ts';
import { ScriptedLeg } from '../rig/scripted-telephony.ts';

const silentLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

test('a sound that fails before it begins does not keep the next from being said', async () => {
  let fault: Error | undefined = new Error('the call does not listen yet');
  const hearing = {
    setSpeaking() {
      if (fault !== undefined) throw fault;
    },
  };
  const voice = new OwnVoice(hearing, noVoice, silentLog);
  const leg = new ScriptedLeg('leg', 'call', 'far', 'up');
  const { signal } = new AbortController();
  const failed = await voice.say(leg, 'sound:one', signal).catch((error: unknown) => error);
  assert.is(failed, fault);
  assert.is(voice.isSpeaking, false);
  fault = undefined;
  assert.is(await voice.say(leg, 'sound:two', signal), true);
  assert.equal(leg.asked, ['play sound:two']);
});

test.run();
