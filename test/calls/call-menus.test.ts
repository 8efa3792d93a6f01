import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallMenus } from '../../src/calls/hearing/call-menus.ts';
import type { StoredEvent } from '../../src/domain/events.ts';
import { memoryLog } from '../store/fixtures.ts';

test('what an earlier process told of a call is read again after it could not be read', async () => {
  const answers: (Error | StoredEvent[])[] = [
    new Error('the disk fails'),
    [
      {
        id: 1,
        type: 'voicemail_detected',
        callId: 'call_1',
        atMs: 0,
        data: { transcript: 'leave a message' },
      },
    ],
  ];
  let reads = 0;
  const read = async (): Promise<StoredEvent[]> => {
    const answer = answers[reads++] ?? [];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const log = memoryLog();
  const menus = new CallMenus({
    callId: 'call_1',
    journal: { read },
    log,
    sentences: undefined,
    isOld: true,
  });
  await menus.recall();
  assert.equal(
    log.lines.map(({ fields }) => fields['error']),
    ['the disk fails'],
  );
  await menus.recall();
  assert.not(menus.noteOffer('voicemail_detected'), 'it was told before');
  await menus.recall();
  assert.is(reads, 2, 'what was read is not read again');
});

test.run();
