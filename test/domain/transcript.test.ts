import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { spokenOf } from '../../src/dashboard/state/call/spoken.ts';
import type { StoredEvent } from '../../src/domain/events.ts';
import { transcriptLines } from '../../src/domain/transcript.ts';
import { event, startedMs } from '../dashboard/live-calls.ts';

const text = 'Please hold.';

/** The sentence is heard three times; the service is restarted in mid-call, and then hears it twice. */
const heard = [
  { start: 10 },
  { start: 10, times_heard: 2 },
  { start: 10, times_heard: 3 },
  { start: 90 },
  { start: 90, times_heard: 2 },
].map((place) => ({ speaker: 'far', text, is_final: true, ...place }));

test('a sentence is counted where its count began: anew after a restart in mid-call', () => {
  const events = heard.map((data, n): StoredEvent => ({
    id: n + 1,
    callId: 'call_1',
    type: 'transcript_chunk',
    atMs: startedMs + data.start * 1000,
    data,
  }));
  assert.equal(
    transcriptLines(events).map(({ start, timesHeard }) => [start, timesHeard]),
    [
      [10, 3],
      [90, 2],
    ],
  );
});

test('so it is on the page of the call', () => {
  const story = heard.map((data) => event(data.start, 'transcript_chunk', data));
  assert.equal(
    spokenOf(story, new Date(startedMs).toISOString()).map(({ fromMs, timesHeard }) => [
      fromMs - startedMs,
      timesHeard,
    ]),
    [
      [10_000, 3],
      [90_000, 2],
    ],
  );
});

test.run();
