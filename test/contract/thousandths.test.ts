import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { viewTimeline, viewTranscript } from '../../src/contract/call-views.ts';
import { viewEvent } from '../../src/contract/events.ts';
import type { StoredEvent } from '../../src/domain/events.ts';

const test = suite('figures in answers');

/** As sums of seconds, and the single precision of a network's output, come out. */
const hold = {
  audio_type: 'music',
  confidence: 0.525213897228241,
  hold_duration: 0.8979999999999997,
} as const;
const sentence = {
  text: 'Hello.',
  speaker: 'far',
  is_final: true,
  start: 1.343672607421875,
  end: 13.943672607421876,
} as const;
const about = { id: 7, callId: 'call_a', atMs: 0 };
const chunk: StoredEvent = { ...about, type: 'transcript_chunk', data: sentence };

test('seconds and confidences have three decimals in events, the transcript and the timeline', () => {
  assert.equal(viewEvent({ ...about, type: 'hold_detected', data: hold }).data, {
    audio_type: 'music',
    confidence: 0.525,
    hold_duration: 0.898,
  });
  assert.equal(viewEvent(chunk).data, { ...sentence, start: 1.344, end: 13.944 });
  const [line] = viewTranscript('call_a', [chunk]).chunks;
  assert.equal([line?.start, line?.end], [1.344, 13.944]);
  const segment = { audioClass: 'music', fromMs: 0, confidence: hold.confidence } as const;
  const { segments } = viewTimeline(
    'call_a',
    [
      { ...segment, startSeconds: 0.681838623046875, endSeconds: 1.161838623046875 },
      { ...segment, startSeconds: 1.161838623046875, endSeconds: null },
    ],
    [],
  );
  assert.equal(
    segments.map(({ confidence, start, end }) => [confidence, start, end]),
    [
      [0.525, 0.682, 1.162],
      [0.525, 1.162, null],
    ],
  );
});

test.run();
