import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCallState } from '../../src/detect/decision/call-state.ts';
import { kinds, music, person, play, quiet, type Stretch } from './scripted-call.ts';

const thresholds = { likelyLogOdds: 0, sureLogOdds: 3 };
const announcer = 1;
const agent = 2.2;

/** What the network takes for an announcement. */
const says = (voice: number, seconds = 4): Stretch => ({
  seconds,
  audioClass: 'announcement',
  logOdds: -1.5,
  voice,
});
const gap = quiet(0.2);
const announcement = (voice: number): Stretch[] => [gap, says(voice), gap, music(12)];
const held = [music(12), ...announcement(announcer), ...announcement(announcer), gap];

const test = suite("voices of a call's recordings");

test('a different voice from that of the announcements rings while it speaks its first sentence', () => {
  const state = createCallState(thresholds);
  const { end } = play(state, held);
  const { events } = play(state, [says(agent)], end);
  assert.equal(kinds(events), ['person']);
  const [rung] = events.filter((event) => event.kind === 'person');
  assert.ok(rung!.at - end < 2.4, `rung ${rung!.at - end} s after its first word`);
  assert.match(rung!.reason, /another voice than this call's recordings/);
});

test('a second of a different voice does not ring: hold music may begin with one', () => {
  const state = createCallState(thresholds);
  const { end } = play(state, held);
  assert.equal(kinds(play(state, [says(agent, 1.3), music(8)], end).events), []);
});

test("the announcer's voice does not ring, nor for the longest silence after it", () => {
  const state = createCallState(thresholds);
  assert.equal(kinds(play(state, [...held, says(announcer), quiet(8)]).events), ['hold']);
});

test('until something was recognised as a recording, no voice counts as different', () => {
  const state = createCallState(thresholds);
  assert.equal(kinds(play(state, [music(12), gap, says(agent)]).events), ['hold']);
});

test('where the recordings have many voices, another one is weak evidence', () => {
  const state = createCallState(thresholds);
  const { events, end } = play(state, [music(12), ...[1, 3.1, 4.3, 5.7, 7.4].flatMap(announcement), gap]);
  const rungBefore = kinds(events).filter((kind) => kind === 'person').length;
  assert.ok(rungBefore <= 2, `the second and third voice may ring, rung ${rungBefore} times`);
  assert.equal(kinds(play(state, [says(agent)], end).events), []);
});

test('however many announcements one voice made, a sung piece that the network takes for a recording does not ring', () => {
  const state = createCallState(thresholds);
  const { end } = play(state, [...Array.from({ length: 20 }, () => announcement(announcer)).flat(), gap]);
  const sung: Stretch = { seconds: 4, audioClass: 'announcement', logOdds: -2.5, voice: agent };
  assert.equal(kinds(play(state, [sung], end).events), []);
});

test("a person's voice is not taken for a recording's when music follows", () => {
  const state = createCallState(thresholds);
  const { end } = play(state, [...held, { ...person(5), voice: agent }, music(15), gap]);
  const { events } = play(state, [says(agent)], end);
  assert.equal(kinds(events), ['person']);
});

test.run();
