import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCallState } from '../../src/detect/decision/call-state.ts';
import type { DetectorEvent } from '../../src/detect/index.ts';
import { createJudge } from '../../src/detect/judge.ts';
import { kinds, music, person, play, prompt, quiet as silence, type Stretch } from './scripted-call.ts';

const thresholds = { likelyLogOdds: 0, sureLogOdds: 3 };
const unsure = (seconds: number): Stretch => ({ seconds, audioClass: 'announcement', logOdds: -2.5 });
const quiet = (seconds: number): Stretch => ({ ...silence(seconds), logOdds: -3.5 });
/** A clean voice straight out of the music, which the network takes for an announcement. */
const greeting = unsure(4);
const gap = quiet(0.2);
const grades = (events: readonly DetectorEvent[]) =>
  events.flatMap((event) => (event.kind === 'person' ? [event.grade] : []));

const test = suite('waiting for an answer');

test('a voice after music that falls silent for longer than a second rings, before it speaks again', () => {
  const state = createCallState(thresholds);
  const { events, end } = play(state, [music(12), gap, greeting, quiet(3)]);
  assert.equal(kinds(events), ['hold', 'person']);
  assert.equal(grades(events), ['likely']);
  const rung = events.find(({ kind }) => kind === 'person')!;
  assert.ok(rung.at > 17.2 && rung.at < 17.8, `rung at ${rung.at}`);
  const { events: next } = play(state, [person(3)], end);
  assert.equal(kinds(next), ['person_confirmed']);
});

test('music that comes back after the silence stops the ring within a second', () => {
  const state = createCallState(thresholds);
  const { events } = play(state, [music(12), gap, greeting, quiet(1.6), music(5)]);
  assert.equal(kinds(events), ['hold', 'person', 'person_retracted', 'hold']);
  const [rung, taken] = events.filter(({ kind }) => kind.startsWith('person'));
  assert.ok(taken!.at - rung!.at < 1.5, `rang for ${taken!.at - rung!.at} s`);
});

test('where the announcements of a call pause as long, no pause of theirs rings', () => {
  const state = createCallState(thresholds);
  const announcement = [gap, greeting, quiet(1.8), music(12)];
  const { events } = play(state, [music(12), ...announcement, ...announcement, ...announcement]);
  assert.is(kinds(events).filter((kind) => kind === 'person').length, 1);
});

test('an announcement that the music follows at once never rings', () => {
  const state = createCallState(thresholds);
  const announcement = [gap, greeting, quiet(0.8), music(12)];
  const { events } = play(state, [music(12), ...announcement, ...announcement]);
  assert.equal(kinds(events), ['hold']);
});

test('the more recordings a call has played, the more a silence needs', () => {
  const sparse = { ...unsure(3), logOdds: -4 };
  const announcement = [gap, unsure(4), gap, music(12)];
  const rung = (announcements: number) => {
    const state = createCallState(thresholds);
    const before = Array.from({ length: announcements }, () => announcement).flat();
    const { end } = play(state, [music(12), ...before]);
    return kinds(play(state, [gap, sparse, { ...quiet(3), logOdds: -4 }], end).events);
  };
  assert.equal(rung(0), ['person']);
  assert.equal(rung(12), []);
});

test('one more sentence from a waiting person does not take the ring back; a recording that talks on does', () => {
  const state = createCallState(thresholds);
  const { events, end } = play(state, [music(12), gap, greeting, quiet(2), unsure(2.5), quiet(2)]);
  assert.equal(kinds(events), ['hold', 'person']);
  assert.equal(kinds(play(state, [unsure(8)], end).events), ['person_retracted']);
});

test('a voice that the network is certain is a recording does not ring for its silence', () => {
  const state = createCallState(thresholds);
  const { events } = play(state, [music(12), { ...greeting, logOdds: -6 }, { ...quiet(4), logOdds: -6 }]);
  assert.equal(kinds(events), ['hold']);
});

test('a person who answers after the ringback and waits rings; a menu that waits for digits does not', () => {
  const ring: Stretch = { seconds: 2, audioClass: 'ringing', tone: 'ringback' };
  const answered = createCallState(thresholds);
  assert.equal(grades(play(answered, [ring, quiet(0.5), prompt(3), quiet(4)]).events), ['likely']);
  const listed = createCallState(thresholds);
  assert.equal(grades(play(listed, [ring, quiet(0.5), prompt(12), quiet(4)]).events), []);
  const inMenu = createCallState(thresholds);
  inMenu.setPhase('menu');
  assert.equal(grades(play(inMenu, [ring, quiet(0.5), prompt(3), quiet(4)]).events), []);
});

test('without early ringing nobody is declared for a silence', () => {
  const state = createCallState({ likelyLogOdds: 3, sureLogOdds: 3 });
  assert.equal(kinds(play(state, [music(12), gap, greeting, quiet(4)]).events), ['hold']);
});

test('a person who waits in an office rings no later when Holdfast speaks: a masked echo does not move the noise floor', () => {
  const office = (seconds: number, rmsDb = -42): Stretch => ({ ...unsure(seconds), rmsDb, even: true });
  const rungAt = (speaks: boolean): number | undefined => {
    const judge = createJudge(thresholds);
    judge.setPhase('holding');
    const heard = play(judge, [music(12), gap, office(3), greeting, office(0.6)]);
    if (speaks) judge.setSpeaking(true, heard.end);
    const meanwhile = play(judge, [office(0.3), office(0.4, -39), office(1)], heard.end);
    if (speaks) judge.setSpeaking(false, meanwhile.end);
    const after = play(judge, [office(3)], meanwhile.end);
    return [...heard.events, ...meanwhile.events, ...after.events].find(({ kind }) => kind === 'person')?.at;
  };
  const undisturbed = rungAt(false);
  assert.type(undisturbed, 'number');
  assert.is(rungAt(true), undisturbed);
});

test.run();
