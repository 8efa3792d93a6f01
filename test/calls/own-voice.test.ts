import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { settlesWithin } from '../../src/async/settles-within.ts';
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

test('a person does not wait for a voice that hangs: they hear a plain sound, and the voice the next time', async () => {
  let ready: (sound: string) => void = () => undefined;
  const made = new Promise<string>((resolve) => (ready = resolve));
  const voice = new OwnVoice({ setSpeaking: () => undefined }, { media: () => made }, silentLog);
  const leg = new ScriptedLeg('leg', 'call', 'far', 'up');
  const { signal } = new AbortController();
  assert.ok(await settlesWithin(voice.sayOrPlaySubstitute(leg, 'Hello', signal), 5_000));
  assert.equal(leg.asked, ['play sound:one-moment-please']);
  ready('sound:/speech/hello');
  await voice.sayOrPlaySubstitute(leg, 'Hello', signal);
  assert.equal(leg.asked.slice(1), ['play sound:/speech/hello']);
});

test.run();
