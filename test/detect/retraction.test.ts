import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCallState, type CallState } from '../../src/detect/decision/call-state.ts';
import type { DetectorEvent } from '../../src/detect/index.ts';
import { kinds, music, person, play, prompt, quiet, type Stretch } from './scripted-call.ts';

/** Room between the two, so that a test says which of them it means. */
const thresholds = { likelyLogOdds: 0, sureLogOdds: 3 };
const voice = (seconds: number, logOdds: number): Stretch => ({
  seconds,
  audioClass: 'live_human',
  logOdds,
});
/** A call on hold, at the end of a gap after music; the greeting's own evidence is then out of the way. */
function onHold(): { state: CallState; end: number } {
  const state = createCallState(thresholds);
  const { events, end } = play(state, [music(8), quiet(0.5)]);
  assert.equal(kinds(events), ['hold']);
  return { state, end };
}
function grades(events: readonly DetectorEvent[]): string[] {
  return events.flatMap((event) => (event.kind === 'person' ? [event.grade] : []));
}
function reasonOf(events: readonly DetectorEvent[]): string {
  const found = events.find((event) => event.kind === 'person_retracted');
  return found?.kind === 'person_retracted' ? found.reason : 'never taken back';
}
/** Rises to likely and gains, as a person does. */
const likely = [voice(0.9, 1.5)];

const test = suite('retraction');

test('a person is likely first and confirmed as sure, once, with nothing taken back', () => {
  const { state, end } = onHold();
  const { events } = play(state, [voice(1, 1.5), voice(6, 5), quiet(2), voice(5, 5)], end);
  assert.equal(kinds(events), ['person', 'person_confirmed']);
  assert.equal(grades(events), ['likely']);
});

test('a voice that is sure at once needs no confirmation', () => {
  const state = createCallState({ likelyLogOdds: 2.9, sureLogOdds: 3 });
  const { events } = play(state, [music(8), quiet(0.5), voice(4, 6)]);
  assert.equal(kinds(events), ['hold', 'person']);
  assert.equal(grades(events), ['sure']);
});

test('when the evidence falls back while the voice goes on, the ring is taken back within a second and a half', () => {
  const { state, end } = onHold();
  const ringing = play(state, likely, end);
  assert.equal(kinds(ringing.events), ['person']);
  const { events } = play(state, [voice(4, -3)], ringing.end);
  assert.equal(kinds(events), ['person_retracted']);
  assert.match(reasonOf(events), /goes on and sounds recorded/);
  assert.ok(events.find(({ kind }) => kind === 'person_retracted')!.at - ringing.end < 1.5);
  assert.is.not(state.decision.state, 'person');
});

test('a voice that gains nothing after its first words is taken back before a phone has rung for long', () => {
  const { state, end } = onHold();
  const { events } = play(state, [voice(5, 0.4)], end);
  assert.equal(kinds(events), ['person', 'person_retracted']);
  assert.match(reasonOf(events), /no more alive/);
  const [rung, taken] = events.filter(({ kind }) => kind.startsWith('person'));
  assert.ok(taken!.at - rung!.at < 2);
});

test('music that follows takes back what was likely, before it is hold music', () => {
  const { state, end } = onHold();
  const { events } = play(state, [...likely, music(2.2)], end);
  assert.equal(kinds(events), ['person', 'person_retracted']);
  assert.is(reasonOf(events), 'music follows');
});

test('ringback that follows takes it back; a beep does not', () => {
  const ringback: Stretch = { seconds: 1.5, audioClass: 'ringing', tone: 'ringback' };
  const transferred = onHold();
  const first = play(transferred.state, [...likely, ringback], transferred.end);
  assert.is(reasonOf(first.events), 'ringing follows');
  const { state, end } = onHold();
  const { events } = play(state, [...likely, { ...ringback, audioClass: 'tone', tone: 'beep' }], end);
  assert.equal(kinds(events), ['person']);
});

test('a recording of this call or of an earlier one takes it back, by its own name', () => {
  for (const [recording, reason] of [
    [{ known: 0.8 }, /earlier call to this number/],
    [{ repeat: 0.85 }, /this call has played/],
  ] as const) {
    const { state, end } = onHold();
    const { events } = play(state, [...likely, { ...voice(0.9, 6), ...recording }], end);
    assert.equal(kinds(events), ['person', 'person_retracted']);
    assert.match(reasonOf(events), reason);
  }
});

test('a person who waits for an answer is not taken back, however little the silence sounds like one', () => {
  const { state, end } = onHold();
  const { events } = play(state, [voice(0.5, 1.5), { ...quiet(9), logOdds: -6 }], end);
  assert.equal(kinds(events), ['person']);
});

test('a voice that pauses and speaks again is judged by its words, not by its pauses', () => {
  const { state, end } = onHold();
  const words = Array.from({ length: 4 }, () => [voice(0.8, 1.5), { ...quiet(1.2), logOdds: -2 }]).flat();
  assert.equal(kinds(play(state, words, end).events), ['person']);
});

test('one recording rings at most once, however its evidence wavers', () => {
  const { state, end } = onHold();
  const wavering = Array.from({ length: 10 }, () => [voice(1.2, 1.5), voice(1.5, -3)]).flat();
  assert.equal(kinds(play(state, wavering, end).events), ['person', 'person_retracted']);
});

test('a person who was taken back wrongly rings again once sure, in the same breath', () => {
  const { state, end } = onHold();
  const { events } = play(state, [...likely, voice(1.5, -3), voice(3, 6)], end);
  assert.equal(kinds(events), ['person', 'person_retracted', 'person']);
  assert.equal(grades(events), ['likely', 'sure']);
});

test('after a pause the next voice is another: likely is enough again', () => {
  const { state, end } = onHold();
  const { events } = play(state, [...likely, voice(1.5, -3), quiet(1.5), voice(0.9, 1.5)], end);
  assert.equal(kinds(events), ['person', 'person_retracted', 'person']);
  assert.equal(grades(events), ['likely', 'likely']);
});

test('a sure person is not taken back by a voice that sounds recorded, only by hold music', () => {
  const { state, end } = onHold();
  const talk = play(state, [voice(3, 6), voice(4, -3), { ...voice(2, 4), repeat: 0.9 }], end);
  assert.equal(kinds(talk.events), ['person', 'person_confirmed']);
  const { events } = play(state, [music(5)], talk.end);
  assert.equal(kinds(events), ['person_retracted', 'hold']);
  assert.match(reasonOf(events), /on hold again: music for 3 s/);
});

test('once the owner talks, or has refused, there is nothing to take back', () => {
  const answered = onHold();
  const ringing = play(answered.state, likely, answered.end);
  answered.state.setPhase('talking');
  const talked = play(answered.state, [voice(4, -3), music(6)], ringing.end);
  assert.equal(kinds(ringing.events), ['person']);
  assert.equal(kinds(talked.events), ['hold']);
  const refused = onHold();
  const rung = play(refused.state, likely, refused.end);
  refused.state.reject(rung.end, 'no person');
  assert.equal(kinds(play(refused.state, [voice(4, -3), music(6)], rung.end).events), ['hold']);
});

test('soon after a refusal, too, a person who was taken back makes room for the next', () => {
  const { state, end } = onHold();
  const rung = play(state, likely, end);
  state.reject(rung.end, 'no person');
  const { events } = play(state, [quiet(5), ...likely, voice(1.2, -3), quiet(1.2), ...likely], rung.end);
  assert.equal(kinds(events), ['person', 'person_retracted', 'person']);
});

test('in a menu, where a ring would abort the navigation, likely is not enough', () => {
  const { state, end } = onHold();
  state.setPhase('menu');
  const menu = play(state, [voice(3, 1.5)], end);
  assert.equal(kinds(menu.events), []);
  assert.equal(grades(play(state, [person(3)], menu.end).events), ['sure']);
});

test('a menu prompt that is likely for a moment before anything was on hold is taken back, and is a prompt again', () => {
  const state = createCallState(thresholds);
  const { events } = play(state, [prompt(2), quiet(0.5), voice(0.4, 1), prompt(4)]);
  assert.equal(kinds(events), ['person', 'person_retracted']);
  assert.is(state.decision.state, 'prompt');
});

test('somebody who was there before this detector is not declared again, and is gone if they say nothing for a while', () => {
  for (const grade of ['likely', 'sure'] as const) {
    const state = createCallState(thresholds, grade);
    assert.is(state.decision.state, 'person');
    const { events, end } = play(state, [{ ...quiet(15.5), logOdds: -5.7 }]);
    assert.equal(kinds(events), []);
    assert.is(state.decision.state, 'person', 'whom nobody took is rung for after 15 s');
    assert.equal(kinds(play(state, [{ ...quiet(5), logOdds: -5.7 }], end).events), []);
    assert.is(state.decision.state, 'unknown');
    const next = play(state, [music(5), quiet(0.5), person(3)], end + 5);
    assert.equal(grades(next.events), ['likely'], 'the next one is declared');
  }
});

test('music that plays instead takes them back, and their own voice makes them sure', () => {
  const held = createCallState(thresholds, 'sure');
  const { events } = play(held, [music(5)]);
  assert.equal(kinds(events), ['person_retracted', 'hold']);
  assert.match(reasonOf(events), /^on hold again/);
  const speaks = createCallState(thresholds, 'likely');
  assert.equal(kinds(play(speaks, [quiet(6), person(3), quiet(2), person(3)]).events), ['person_confirmed']);
});

test.run();
