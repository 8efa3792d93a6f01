import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { digitsOf, menuAskOf } from '../../src/dashboard/state/call/menu-ask.ts';
import { aLiveCall, event } from './live-calls.ts';

const needs = (seconds: number, more = {}) =>
  event(seconds, 'menu_needs_owner', {
    ...{ reason: 'the policy number is asked for', transcript: 'your policy number', end_key: '#' },
    ...more,
  });
const heard = (seconds: number, audioType: string) =>
  event(seconds, 'audio_classified', { audio_type: audioType, confidence: 0.9 });

test('a menu asks until digits went out', () => {
  const live = aLiveCall({ status: 'on_hold' });
  assert.is(menuAskOf(live), undefined);
  live.apply(needs(10));
  const { wants, endKey } = menuAskOf(live) ?? {};
  assert.equal([wants, endKey], ['Policy number', '#']);
  live.apply(event(14, 'ivr_dtmf_sent', { digits: '4', step_id: '' }));
  assert.is(menuAskOf(live), undefined);
});

test('the quiet in which a menu waits, and a jingle, do not end the asking', () => {
  const live = aLiveCall({ status: 'on_hold' });
  live.apply(needs(10));
  live.apply(heard(12, 'silence'));
  live.apply(event(16, 'hold_detected', { audio_type: 'silence', confidence: 0.9, hold_duration: 6 }));
  live.apply(heard(17, 'music'));
  live.apply(heard(19, 'ivr_prompt'));
  assert.is(menuAskOf(live)?.reason, 'the policy number is asked for');
});

test('what nobody answered does not come back with the announcements of the queue', () => {
  const live = aLiveCall({ status: 'on_hold' });
  live.apply(heard(5, 'music'));
  live.apply(heard(9, 'ivr_prompt'));
  live.apply(needs(10));
  assert.ok(menuAskOf(live) !== undefined, 'the music before it says nothing');
  live.apply(heard(12, 'music'));
  assert.is(menuAskOf(live), undefined);
  live.apply(heard(40, 'ivr_prompt'));
  assert.is(menuAskOf(live), undefined);
  live.apply(needs(50));
  assert.ok(menuAskOf(live) !== undefined, 'another menu asks anew');
});

test('a number ends with its own key, else with the one that the menu named', () => {
  assert.is(digitsOf('12-34', '#'), '1234#');
  assert.is(digitsOf('1234*', '#'), '1234*');
  assert.is(digitsOf('#31 (0)'), '310');
  assert.is(digitsOf('none #', '#'), '');
  assert.is(digitsOf('AB 1234'), '1234');
  for (const date of ['5 January 1980', 'January 5, 1980', '5 de enero de 1980'])
    assert.is(digitsOf(date), '', 'a month is lost');
  assert.is(digitsOf('1'.repeat(40), '#'), `${'1'.repeat(31)}#`);
});

test.run();
