import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCallState, type CallState } from '../../src/detect/decision/call-state.ts';
import { thresholdsFor } from '../../src/detect/decision/sensitivity.ts';
import { createWords } from '../../src/detect/decision/words.ts';
import type { DetectorEvent, HeardWords } from '../../src/detect/index.ts';
import { phraseTable } from '../../src/detect/words/phrase-table.ts';
import { wordsOf } from '../../src/detect/words/phrases.ts';
import { figuresOf } from '../../training/phrases/figures.ts';
import { fitPhrases } from '../../training/phrases/fit.ts';
import { renderTable } from '../../training/phrases/table.ts';
import { languages, penalty, readTexts } from '../../training/phrases/texts.ts';
import { kinds, music, play, quiet, type Stretch } from './scripted-call.ts';

const test = suite('words as evidence');
const { likelyLogOdds, sureLogOdds } = thresholdsFor(0.5);
const agent = 'Hello, my name is Sarah, how can I help you?';
const recording = 'All of our agents are busy. Please stay on the line.';

const said = (startedAt: number, endedAt: number, text: string, isFinal = true): HeardWords => ({
  startedAt,
  endedAt,
  text,
  isFinal,
});
const voice = (seconds: number, logOdds: number): Stretch => ({ seconds, audioClass: 'live_human', logOdds });
/** A voice between the two thresholds, or below both. */
const unsure = likelyLogOdds + 0.7;
const unlikely = likelyLogOdds - 3;

function onHold(): { state: CallState; end: number } {
  const state = createCallState(thresholdsFor(0.5));
  return { state, end: play(state, [music(8), quiet(0.5)]).end };
}
const reasons = (events: readonly DetectorEvent[]) =>
  events.flatMap((event) => ('reason' in event ? [event.reason] : [])).join('\n');

test('the committed table is the one that the texts make', () => {
  const texts = languages.flatMap((language) => readTexts('fit', language));
  const made = renderTable(fitPhrases(texts, penalty));
  assert.ok(made.includes(phraseTable), 'npm run phrases writes another one');
});

test('most texts that the table was not made from are recognised, and hardly any as the opposite', () => {
  const texts = languages.flatMap((language) => readTexts('held-out', language));
  const made = new Set(languages.flatMap((language) => readTexts('fit', language)).map((each) => each.said));
  assert.equal(
    texts.filter((each) => made.has(each.said)),
    [],
  );
  const weights = fitPhrases(
    languages.flatMap((language) => readTexts('fit', language)),
    penalty,
  );
  const { agentsKnown, recordingsKnown, agentsWrong, recordingsWrong, loss } = figuresOf(texts, weights);
  assert.ok(agentsKnown >= 35 && recordingsKnown >= 30, `${agentsKnown} and ${recordingsKnown} known`);
  assert.ok(agentsWrong + recordingsWrong <= 3, `${agentsWrong} and ${recordingsWrong} wrong`);
  assert.ok(loss < 0.4, `a loss of ${loss}`);
});

test('an offer of help makes a likely person sure, and an unlikely one likely; the reason quotes it', () => {
  const { state, end } = onHold();
  state.hearWords(said(end, end + 1.5, agent));
  const { events } = play(state, [voice(2, unsure)], end);
  assert.equal(kinds(events), ['person', 'person_confirmed']);
  const quote = /“(.+)”, as agents say/.exec(reasons(events))?.[1];
  assert.ok(quote !== undefined && wordsOf(agent).join(' ').includes(quote), quote);
  const other = onHold();
  other.state.hearWords(said(other.end, other.end + 1.5, agent));
  assert.equal(kinds(play(other.state, [voice(0.8, unlikely)], other.end).events), ['person']);
});

test('words ring for what the network takes for a recording, but make nobody sure; music takes that back', () => {
  for (const text of [agent, agent.repeat(5)])
    for (const logOdds of [-2, -6]) {
      const { state, end } = onHold();
      for (const from of [0, 3, 6]) state.hearWords(said(end + from, end + from + 2.5, text));
      const rung = play(state, [voice(9, logOdds)], end);
      assert.equal(kinds(rung.events), ['person']);
      assert.equal(kinds(play(state, [music(2)], rung.end).events), ['person_retracted']);
    }
});

test('a person who was rung for because of words stays one although the voice sounds recorded, unless the next words are a script', () => {
  for (const [text, happens] of [
    ['Could you give me your name, please?', ['person_confirmed']],
    [recording, ['person_retracted']],
  ] as const) {
    const { state, end } = onHold();
    state.hearWords(said(end, end + 1.5, agent));
    const rung = play(state, [voice(1.5, -4), quiet(3.2)], end);
    assert.equal(kinds(rung.events), ['person']);
    state.hearWords(said(rung.end, rung.end + 2, text, false));
    assert.equal(kinds(play(state, [voice(2, -4)], rung.end).events), happens);
  }
});

test('words of a script take back even who was sure, unless the voice sounds like a person still: agents read scripts, too', () => {
  for (const [logOdds, happens] of [
    [likelyLogOdds - 0.5, ['person_retracted']],
    [likelyLogOdds + 0.5, []],
    [6, []],
  ] as const) {
    const { state, end } = onHold();
    const rung = play(state, [voice(2, 2)], end);
    assert.ok(state.decision.state === 'person');
    state.hearWords(said(end, end + 2, 'This call may be recorded for quality and training.', false));
    assert.equal(kinds(play(state, [voice(1.2, logOdds)], rung.end).events), happens, `${logOdds}`);
  }
});

test('words of a script keep an unsure voice from being rung for, not one that is surely a person', () => {
  const { state, end } = onHold();
  state.hearWords(said(end, end + 3, recording));
  assert.equal(kinds(play(state, [voice(3, sureLogOdds + 0.3)], end).events), []);
  const other = onHold();
  other.state.hearWords(said(other.end, other.end + 3, recording));
  assert.equal(kinds(play(other.state, [voice(3, 6)], other.end).events)[0], 'person');
});

test('what a recording said does not delay the ring for the person who speaks after it', () => {
  const spoken = (hears: boolean): number => {
    const { state, end } = onHold();
    const before = play(state, [voice(3, -4), quiet(0.8)], end);
    if (hears) state.hearWords(said(end, end + 3, recording));
    const { events } = play(state, [voice(3, 4)], before.end);
    return events.find(({ kind }) => kind === 'person')!.at;
  };
  assert.is(spoken(true), spoken(false));
});

test('words that come late take a ring back at once, and the voice that fell silent does not ring again', () => {
  const { state, end } = onHold();
  const rung = play(state, [voice(2, -0.5), quiet(1.6)], end);
  assert.equal(kinds(rung.events), ['person']);
  state.hearWords(said(end, end + 2, recording));
  const { events } = play(state, [quiet(8)], rung.end);
  assert.equal(kinds(events), ['person_retracted']);
  assert.match(reasons(events), /“.*” is what recordings say/);
  assert.ok(events.find(({ kind }) => kind === 'person_retracted')!.at - rung.end < 0.5);
});

test('words of a script that come seconds late still take a ring back, as long as nobody else has spoken', () => {
  const { state, end } = onHold();
  const rung = play(state, [voice(2, -0.5), quiet(8)], end);
  assert.equal(kinds(rung.events), ['person']);
  state.hearWords(said(end, end + 2, recording));
  assert.equal(kinds(play(state, [quiet(1)], rung.end).events), ['person_retracted']);
});

test("a silence after a script's words does not count as waiting for an answer; after an agent's words it does", () => {
  for (const [text, declared] of [
    [recording, []],
    [agent, ['person', 'person_confirmed']],
  ] as const) {
    const { state, end } = onHold();
    state.hearWords(said(end, end + 3, text));
    const before = play(state, [voice(3, -4), quiet(7)], end);
    assert.equal(kinds([...before.events, ...state.vouch(before.end, 'waits for an answer')]), declared);
  }
});

test("an agent's words that arrive while the agent waits ring", () => {
  const { state, end } = onHold();
  const before = play(state, [voice(1.5, -0.9), quiet(0.9)], end);
  state.hearWords(said(end, end + 1.5, agent));
  assert.equal(kinds(before.events), []);
  const { events } = play(state, [quiet(0.3)], before.end);
  assert.equal(kinds(events), ['person']);
  assert.match(reasons(events), /as agents say/);
});

test('the beginning of a sentence says what it can; the later version takes its place', () => {
  const words = createWords();
  words.hear(said(10, 11, 'All of our agents are', false));
  assert.ok(words.logOdds(11, 10) < -2);
  words.hear(said(10, 11, 'Thank you for holding', false));
  assert.ok(Math.abs(words.logOdds(11, 10)) < 1, 'agents and recordings begin like this');
  words.hear(said(10, 12, 'Thank you for holding, this is Mark, how can I', false));
  assert.ok(words.logOdds(12, 10) > 0.5);
  words.hear(said(10, 13, 'Thank you for holding. Your call is important to us.'));
  assert.ok(words.logOdds(13, 10) < -2);
  words.hear(said(10, 13, '', false));
  assert.is(words.logOdds(13, 10), 0);
});

test('words that change with each reading are not trusted, and count for nothing', () => {
  const words = createWords();
  words.hear(said(10, 12, 'You can also use the same thing as the same', false));
  words.hear(said(10, 12.5, "So, I'm going to take a look for you, may I", false));
  assert.is(words.logOdds(12.5, 10), 0);
  words.hear(said(10, 13, "So, I'm going to take a look for you, may I have your", false));
  assert.ok(words.logOdds(13, 10) > 1, `${words.logOdds(13, 10)}`);
  words.hear(said(10, 14, 'All of our agents are busy. Please stay on the line.'));
  assert.is(words.logOdds(14, 10), 0);
  words.hear(said(20, 22, 'All of our agents are busy. Please stay on the line.'));
  assert.ok(words.logOdds(22, 20) < -2, 'another sentence');
});

test('a person who answers right after an announcement, in one stretch with it, does not count as a recording', () => {
  const words = createWords();
  words.hear(said(0, 6, `${recording} Hi, sorry about`, false));
  assert.ok(words.logOdds(6, 0) >= 0);
  words.hear(said(0, 7, `${recording} Sorry about that, please press one`));
  assert.ok(words.logOdds(7, 0) < -2, 'it is an announcement still');
});

test('agents are rung for although they come straight out of music, and again after a ring for their sound was taken back', () => {
  const { state, end } = onHold();
  state.hearWords(said(end, end + 1.5, agent));
  const likeMusic: Stretch = { seconds: 1, audioClass: 'announcement', logOdds: -5 };
  const { events } = play(state, [{ ...likeMusic, seconds: 1.2 }], end);
  assert.equal(kinds(events), ['person']);
  const other = onHold();
  const before = play(other.state, [voice(1, likelyLogOdds + 0.3), voice(0.6, -4)], other.end);
  assert.equal(kinds(before.events), ['person', 'person_retracted']);
  other.state.hearWords(said(other.end, before.end, agent, false));
  assert.equal(kinds(play(other.state, [voice(0.6, -4)], before.end).events), ['person']);
});

test('a question speaks for a person', () => {
  const words = createWords();
  words.hear(said(0, 2, 'You are calling about the parcel.'));
  const told = words.logOdds(2, 0);
  words.hear(said(0, 2, 'You are calling about the parcel?'));
  assert.ok(words.logOdds(2, 0) > told + 0.5);
  assert.not.match(words.phrase(2, 0) ?? '', /\?/);
  words.hear(said(0, 2, 'You are calling about the?', false));
  const cut = words.logOdds(2, 0);
  words.hear(said(0, 2, 'You are calling about the', false));
  assert.is(words.logOdds(2, 0), cut, 'a sentence that is not over is no question');
});

test('words fade within seven seconds, never count for more than their caps, and none breaks anything', () => {
  const words = createWords();
  words.hear(said(0, 2, agent));
  words.hear(said(2, 4, agent));
  assert.is(words.logOdds(5, 0), 3.4);
  assert.is(words.logOdds(11.1, 0), 0);
  assert.is(words.phrase(11.1, 0), undefined);
  words.hear(said(20, 29, `${recording} `.repeat(2_000)));
  words.hear(said(29, 29.5, 'Press two to leave a message after the tone.'));
  assert.is(words.logOdds(29.5, 20), -4);
  words.hear(said(40, 41, '0 '.repeat(100_000)));
  assert.ok(Number.isFinite(words.logOdds(41, 40)));
  for (const text of ['', '   ', '🙂'.repeat(5_000), '你好，请问有什么可以帮您']) {
    words.hear(said(40, 41, text));
    assert.is(words.logOdds(41, 40), 0);
    assert.is(words.phrase(41, 40), undefined);
  }
});

test('digits never appear in a reason', () => {
  const words = createWords();
  words.hear(said(0, 2, 'My name is Anna, your number is 4929 1823, can I have your'));
  assert.not.match(words.phrase(2, 0) ?? 'none', /[1-9]/);
});

test.run();
