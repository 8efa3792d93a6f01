import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AskedVoices } from '../../src/transcription/sherpa/asked-voices.ts';
import { Deafness } from '../../src/transcription/sherpa/deafness.ts';

const minuteMs = 60_000;

/** An engine on a clock of its own. */
function engine() {
  const clock = { nowMs: 1_000 };
  const told: string[] = [];
  const voices = new AskedVoices(
    new Deafness(
      (why) => told.push(why),
      () => clock.nowMs,
    ),
  );
  /** @returns whether the process was asked. */
  const ask = async (outcome: () => unknown): Promise<boolean> => {
    let isAsked = false;
    const answer = voices.ask(() => (isAsked = true));
    outcome();
    await answer;
    return isAsked;
  };
  return {
    told,
    pass: (ms: number) => void (clock.nowMs += ms),
    answers: () => ask(() => voices.take({ voices: [true] })),
    ends: () => ask(() => voices.ended('was killed')),
    cannot: () => ask(() => voices.take({ deaf: 'no weights' })),
  };
}

test('an engine whose processes ended twice is asked again after ten minutes, and hears on', async () => {
  const { told, pass, answers, ends } = engine();
  assert.equal([await ends(), await ends(), await answers()], [true, true, false]);
  pass(10 * minuteMs - 1);
  assert.not(await answers());
  pass(1);
  assert.ok(await answers());
  assert.ok(await ends());
  assert.ok(await answers(), 'one end is an accident again');
  assert.equal(told, ['its process was killed']);
});

test('one that still ends is asked once in ten minutes, and told of once', async () => {
  const { told, pass, ends } = engine();
  await ends();
  await ends();
  for (let times = 0; times < 3; times++) {
    pass(10 * minuteMs);
    assert.equal([await ends(), await ends()], [true, false]);
  }
  assert.is(told.length, 1);
});

test('one that says that it cannot is never asked again', async () => {
  const { told, pass, cannot } = engine();
  assert.ok(await cannot());
  pass(100 * minuteMs);
  assert.not(await cannot());
  assert.equal(told, ['no weights']);
});

test.run();
