import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCallState } from '../../src/detect/decision/call-state.ts';
import { thresholdsFor } from '../../src/detect/decision/sensitivity.ts';
import { kinds, music, person, play, prompt, quiet, type Stretch } from './scripted-call.ts';

const test = suite('decision');
/** Reports about sure persons; retraction.test.ts covers those who are only likely. */
const fresh = () => createCallState(thresholdsFor(0.5, false));

test('hold, a person, hold again and another person are reported in that order, each once', () => {
  const state = fresh();
  const { events } = play(state, [
    quiet(1),
    prompt(4),
    music(20),
    quiet(0.5),
    person(12),
    music(15),
    quiet(0.4),
    person(8),
  ]);
  assert.equal(kinds(events), ['hold', 'person', 'person_retracted', 'hold', 'person']);
  assert.is(state.decision.state, 'person');
});

test('after the owner has said that nobody is there, hold is reported once it is heard, and once', () => {
  const state = fresh();
  const first = play(state, [quiet(1), music(10), quiet(0.5), person(5)]);
  state.reject(first.end, 'no person');
  const pause = play(state, [quiet(2)], first.end);
  assert.equal(kinds(pause.events), []);
  const { events, end } = play(state, [music(20), quiet(2), music(10)], pause.end);
  assert.equal(kinds(events), ['hold']);
  // The owner was put on hold while talking: the music was there before the owner said so.
  state.reject(end, 'on hold again');
  assert.equal(kinds(play(state, [music(20)], end).events), ['hold']);
});

test('the hiss of an opening line is not a voice; the first word is', () => {
  const state = fresh();
  const hiss: Stretch = { seconds: 2, audioClass: 'live_human', logOdds: 5, rmsDb: -44, even: true };
  const { events, end } = play(state, [quiet(1), music(10), quiet(0.5), hiss]);
  assert.equal(kinds(events), ['hold']);
  assert.equal(kinds(play(state, [person(1)], end).events), ['person']);
});

test('the reason and the time of the first word are for people to read', () => {
  const { events } = play(fresh(), [quiet(1), music(10), quiet(0.5), person(3)]);
  const found = events.find((event) => event.kind === 'person');
  assert.ok(found && found.kind === 'person');
  assert.match(found.reason, /^music stopped 0\.[3-6] s before; .*new voice; .* s of speech.*; sounds live$/);
  assert.ok(Math.abs(found.firstWordAt - 11.5) < 0.3);
  assert.ok(found.at - found.firstWordAt < 1);
});

test('the reason names only music that a listener would have heard', () => {
  const reasonOf = (...stretches: Stretch[]) => {
    const found = play(fresh(), stretches).events.find((event) => event.kind === 'person');
    return found?.kind === 'person' ? found.reason : 'no person';
  };
  assert.match(reasonOf(quiet(1), music(0.2), person(3)), /^new voice; /);
  assert.match(reasonOf(quiet(1), music(5), person(3)), /^straight out of the music; new voice; /);
  assert.match(
    reasonOf(quiet(1), music(5), quiet(3), music(0.2), person(3)),
    /^music stopped 3\.\d s before; /,
  );
});

test('the reason counts from the end of the ringing, not from when it was recognised', () => {
  const state = fresh();
  const ring: Stretch = { seconds: 2, audioClass: 'ringing', tone: 'ringback' };
  const recognised = [{ at: 1, tone: 'ringback' }] as const;
  const tracked: Pick<typeof state, 'step'> = {
    step: (evidence) =>
      state.step(evidence, evidence.tone !== undefined && evidence.at < 1 ? recognised : []),
  };
  const { events } = play(tracked, [ring, quiet(4), ring, quiet(4), ring, quiet(1.5), person(3)]);
  const found = events.find((event) => event.kind === 'person');
  assert.match(found?.kind === 'person' ? found.reason : '', /^ringing 1\.[4-7] s before; /);
});

test('a menu and announcements between music are not a person, and do not end the hold', () => {
  const state = fresh();
  const { events } = play(state, [
    prompt(6),
    quiet(2),
    prompt(5),
    music(10),
    prompt(6),
    music(10),
    prompt(4),
    music(9),
  ]);
  assert.equal(kinds(events), ['hold']);
  assert.is(state.decision.state, 'holding');
});

test('a person who answers at once after ringback is reported without any hold', () => {
  const state = fresh();
  const ring: Stretch = { seconds: 2, audioClass: 'ringing', tone: 'ringback' };
  const { events } = play(state, [ring, quiet(4), ring, quiet(0.5), person(3)]);
  assert.equal(kinds(events), ['person']);
});

test('ringback is never a person, whatever the network thinks', () => {
  const state = fresh();
  const { events } = play(state, [{ seconds: 6, audioClass: 'ringing', tone: 'ringback', logOdds: 6 }]);
  assert.equal(kinds(events), []);
  assert.is(state.decision.state, 'ringing');
});

test('a known recording does not alarm, however live it sounds; a new voice after it does', () => {
  const state = fresh();
  const known: Stretch = { ...person(6), known: 0.85 };
  const first = play(state, [music(8), known, music(6)]);
  assert.equal(kinds(first.events), ['hold']);
  const { events } = play(state, [quiet(1), person(4)], first.end);
  assert.equal(kinds(events), ['person']);
});

test('what this call already played does not alarm either', () => {
  const { events } = play(fresh(), [music(8), { ...person(6), repeat: 0.9, logOdds: 4 }, music(6)]);
  assert.equal(kinds(events), ['hold']);
});

test('a queue without music is a hold', () => {
  const { events } = play(fresh(), [prompt(5), quiet(14), prompt(4), quiet(12)]);
  assert.equal(kinds(events), ['hold']);
});

test('music after a quiet hold is reported as well, once, and silence after music is not', () => {
  const state = fresh();
  const sounds = (stretches: Parameters<typeof play>[1], from = 0): [unknown[], number] => {
    const { events, end } = play(state, stretches, from);
    return [events.flatMap((event) => (event.kind === 'hold' ? [event.audioClass] : [])), end];
  };
  const [before, later] = sounds([prompt(4), quiet(12)]);
  assert.equal(before, ['silence']);
  const [after, end] = sounds([music(10), quiet(12), music(10)], later);
  assert.equal(after, ['music']);
  assert.equal(sounds([prompt(4), quiet(12), music(10)], end)[0], []);
});

test('silence before anybody spoke is not a hold', () => {
  assert.equal(kinds(play(fresh(), [quiet(30)]).events), []);
});

test('after a refusal the call is on hold again, and the next person is reported', () => {
  const state = fresh();
  const first = play(state, [music(8), quiet(0.4), person(4)]);
  assert.equal(kinds(first.events), ['hold', 'person']);
  state.reject(first.end, 'no person');
  assert.is(state.decision.state, 'holding');
  const second = play(state, [person(3), music(8), quiet(0.5), person(3)], first.end);
  assert.equal(kinds(second.events), ['hold', 'person']);
});

test('after a refusal the detector is armed again within its deadline even if the voice never stops', () => {
  const state = fresh();
  const first = play(state, [music(8), quiet(0.4), person(4)]);
  state.reject(first.end, 'no person');
  const talking = Array.from({ length: 30 }, () => [person(1.2), { ...person(0.16), rmsDb: -60 }]).flat();
  const second = play(state, talking, first.end);
  const again = second.events.find((event) => event.kind === 'person');
  assert.ok(again && again.at - first.end > 25 && again.at - first.end < 35);
});

test('the end of a prompt is reported once, with its beginning; a short pause does not end it', () => {
  const { events } = play(fresh(), [quiet(1), prompt(2), quiet(0.4), prompt(2), quiet(3)]);
  const ends = events.filter((event) => event.kind === 'prompt_end');
  assert.is(ends.length, 1);
  assert.ok(ends[0]!.kind === 'prompt_end' && Math.abs(ends[0]!.startedAt - 1) < 0.2);
});

test('sensitivity moves both thresholds, monotonously; what is likely never asks for more than what is sure', () => {
  const thresholds = [0, 0.25, 0.5, 0.75, 1].map((sensitivity) => thresholdsFor(sensitivity));
  for (const name of ['likelyLogOdds', 'sureLogOdds'] as const) {
    const values = thresholds.map((each) => each[name]);
    assert.equal(
      values,
      values.toSorted((a, b) => b - a),
    );
    assert.is.not(values[0], values[4]);
  }
  assert.ok(thresholds.every(({ likelyLogOdds, sureLogOdds }) => likelyLogOdds <= sureLogOdds));
});

test.run();
