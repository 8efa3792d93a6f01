import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recordingRoutes } from '../../src/http/routes/recordings.ts';
import { RecordingDesk } from '../../src/recordings/recording-desk.ts';
import { memoryLog } from '../store/fixtures.ts';
import { ownerToken, type Rig, withRig } from './rig.ts';

const test = suite('a recording over HTTP');

const bytes = Buffer.from('0123456789');
const etag = `"rec_x-${bytes.length}"`;

/** `fetch` adds `Cache-Control: no-cache` to conditions, which makes them void. */
type Ask = (method: 'GET' | 'HEAD', headers?: Record<string, string>) => Promise<string>;

/** One recording of ten bytes. */
async function withRecording(act: (ask: Ask) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hf-'));
  writeFileSync(path.join(folder, 'rec_x.wav'), bytes);
  const ask =
    ({ port }: Rig): Ask =>
    async (method, headers = {}) => {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const options = {
          ...{ port, method, path: '/api/v1/recordings/rec_x' },
          headers: { authorization: `Bearer ${ownerToken}`, ...headers },
        };
        request(options, resolve).on('error', reject).end();
      });
      const body = await buffer(answer);
      const { 'content-range': range = '', 'content-length': length = '' } = answer.headers;
      return [answer.statusCode, range, length, answer.statusCode === 416 ? '' : body].join(' ');
    };
  try {
    await withRig(
      async (rig) => {
        await rig.store.callRecordings.insert({
          ...{ id: 'rec_x', callId: 'call_x', state: 'kept', format: 'wav', fault: null },
          ...{ startedAtMs: 0, endedAtMs: 1, seconds: 1, fileBytes: bytes.length },
        });
        await act(ask(rig));
      },
      (store) => ({
        routes: recordingRoutes(
          new RecordingDesk({
            ...{ store: store.callRecordings, journal: store.journal, folder, keepDays: 90, maxBytes: 1e9 },
            log: memoryLog(),
          }),
        ),
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a range is a part, as far as there is any', () =>
  withRecording(async (ask) => {
    for (const [range, part, text] of [
      ['bytes=0-0', '0-0', '0'],
      ['bytes=2-5', '2-5', '2345'],
      ['Bytes= 8- ', '8-9', '89'],
      ['bytes=8-99999999999999999999', '8-9', '89'],
      ['bytes=-3', '7-9', '789'],
      // Players look for the length of an Ogg file in its last 64 KiB: a short one has fewer.
      ['bytes=-65536', '0-9', '0123456789'],
    ] as const)
      assert.is(await ask('GET', { range }), `206 bytes ${part}/10 ${text.length} ${text}`, range);
    for (const range of ['bytes=10-', 'bytes=10-20', 'bytes=-0'])
      assert.match(await ask('GET', { range }), /^416 bytes \*\/10 /, range);
  }));

test('what is no range gets all of it', () =>
  withRecording(async (ask) => {
    for (const range of ['bytes=5-2', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=0-1,3-4', 'lines=0-1', '0-1'])
      assert.is(await ask('GET', { range }), '200  10 0123456789', range);
    assert.is(await ask('GET', { range: 'bytes=0-1', 'if-range': '"other"' }), '200  10 0123456789');
    assert.is(await ask('GET', { range: 'bytes=0-1', 'if-range': etag }), '206 bytes 0-1/10 2 01');
  }));

test('HEAD tells of the whole, also where it names a range', () =>
  withRecording(async (ask) => {
    assert.is(await ask('HEAD'), '200  10 ');
    assert.is(await ask('HEAD', { range: 'bytes=0-1' }), '200  10 ');
    assert.is(await ask('HEAD', { range: 'bytes=99-' }), '200  10 ');
  }));

test('who has it already is told so, before any range is looked at', () =>
  withRecording(async (ask) => {
    assert.is(await ask('GET', { 'if-none-match': etag }), '304   ');
    assert.is(await ask('GET', { 'if-none-match': etag, range: 'bytes=0-1' }), '304   ');
    assert.is(await ask('GET', { 'if-none-match': '"other"', range: 'bytes=0-1' }), '206 bytes 0-1/10 2 01');
  }));

test.run();
