import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { labelPerson } from '../../src/calls/person-labels.ts';
import type { StoredEvent } from '../../src/domain/events.ts';
import type { AppError } from '../../src/domain/errors.ts';
import { settlesWithin } from '../../src/async/settles-within.ts';

const heard: StoredEvent = {
  ...{ id: 1, type: 'human_detected', callId: 'call_1', atMs: 0 },
  data: { confidence: 1, transcript_excerpt: '', reason: '' },
};

test('a label is answered while the database is locked: it is stored later', async () => {
  const recorded: unknown[] = [];
  const labelling = labelPerson(
    {
      read: async () => [heard],
      record(entry) {
        recorded.push(...entry.events.map(({ data }) => data));
        return new Promise(() => undefined);
      },
    },
    'call_1',
    1,
    true,
  ).then(
    () => assert.unreachable(),
    (error: AppError) => assert.is(error.code, 'unavailable'),
  );
  assert.ok(await settlesWithin(labelling, 10_000), 'the request hangs');
  assert.equal(recorded, [{ event_id: 1, person: true }]);
});

test.run();
