import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packFingerprints } from '../../src/detect/repetition/fingerprint.ts';
import type { KnownRecording } from '../../src/detect/types.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { Flow } from '../../src/domain/flow.ts';
import { readArguments, runMemoryCommand } from '../../src/memory-command/run.ts';
import type { Store } from '../../src/store/open.ts';
import { faultOf } from '../rig/engine-services.ts';
import { withStore } from './fixtures.ts';

/** Words that agree with nothing else, the same for the same seed (xorshift). */
function sound(seed: number, words: number): Uint32Array {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return Uint32Array.from({ length: words }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>>= 0);
  });
}

function recording(id: string, words: Uint32Array): KnownRecording {
  return {
    id,
    audioClass: 'music',
    fingerprint: packFingerprints(words, new Uint8Array(words.length).fill(1)),
    seconds: words.length * 0.04,
    timesHeard: 1,
    lastHeardAt: 12,
  };
}

/** As another line gives it: begun elsewhere, every twentieth bit wrong. */
function heardElsewhere(words: Uint32Array, from: number): Uint32Array {
  return words.slice(from).map((word, k) => (word ^ (1 << ((k * 7) % 32))) >>> 0);
}

const numbers = [100, 101, 102, 199].map((n) => `+12025550${n}`) as [string, string, string, string];
const stock = sound(1, 300);

function flowTo(phoneNumber: string): Flow {
  return {
    id: `flow_${phoneNumber.slice(1)}`,
    name: 'Acme',
    company: '',
    phoneNumber,
    description: '',
    tags: [],
    steps: [{ id: 'wait', type: 'HOLD' }],
    version: 1,
    successCount: 0,
    failCount: 0,
    createdAtMs: 0,
    updatedAtMs: 0,
  };
}

const idsKnown = async (store: Store, number: string) =>
  (await store.recordings.recall(number)).map(({ id }) => id);

test('a sound has the same id at each number, however it was cut, and is known everywhere from the third on', () =>
  withStore(async (store) => {
    const [first, second, third, never] = numbers;
    await store.recordings.learn(first, [recording('aa', stock), recording('bb', sound(2, 300))], 1_000);
    await store.recordings.learn(second, [recording('cc', heardElsewhere(stock, 80))], 2_000);
    assert.equal(await idsKnown(store, second), ['aa']);
    assert.equal(await idsKnown(store, never), [], 'two numbers may be of one company');
    await store.recordings.learn(
      third,
      [recording('dd', heardElsewhere(stock, 33)), recording('ee', sound(3, 300))],
      3_000,
    );
    assert.equal(await idsKnown(store, never), ['aa']);
    assert.equal(await idsKnown(store, first), ['aa', 'bb'], 'what is its own is not known twice');
  }));

test('the numbers of one company know its sounds from each other, however the flows spell its name', () =>
  withStore(async (store) => {
    const [first, second, third] = numbers;
    await store.recordings.learn(first, [recording('aa', stock)], 1_000);
    for (const [phoneNumber, company] of [
      [first, 'ÖSTERREICHISCHE POST'],
      [second, ' österreichische Post'],
      [third, ''],
    ] as const)
      await store.flows.insert({ ...flowTo(phoneNumber), company });
    assert.equal(await idsKnown(store, second), ['aa']);
    assert.equal(await idsKnown(store, third), [], 'a flow without a company names none');
  }));

test('the memory goes from one gateway to another as a file; what is known there stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-memory-'));
  const file = join(folder, 'memory.json');
  try {
    const [first, second] = numbers;
    const tune = recording('aa', stock);
    const prompt = { ...recording('bb', sound(2, 90)), audioClass: 'ivr_prompt' as const, timesHeard: 7 };
    await withStore(async (store) => {
      await store.recordings.learn(first, [tune, prompt], 1_000);
      await store.recordings.learn(second, [recording('cc', sound(4, 100))], 1_000);
      const said = await runMemoryCommand(
        readArguments(['export', file, '--number', first]),
        store.recordings,
        0,
      );
      assert.match(said, /2 recordings of 1 number written/);
      for (const [argv, message] of [
        [['export', join(folder, 'none/at/all')], /none\/at\/all cannot be written: ENOENT: no such file/],
        [['import', join(folder, 'none')], /none cannot be read: ENOENT: no such file or directory$/],
        [['import', folder], /cannot be read: EISDIR/],
      ] as const)
        assert.match(await faultOf(runMemoryCommand(readArguments(argv), store.recordings, 0)), message);
    });
    assert.is((await stat(file)).mode & 0o777, 0o600, 'it says whom the owner calls');
    const written = await readFile(file, 'utf8');
    assert.not.match(written, second);
    await withStore(async (store) => {
      await store.recordings.learn(first, [recording('own', heardElsewhere(stock, 10))], 5_000);
      const command = readArguments(['import', file]);
      assert.match(await runMemoryCommand(command, store.recordings, 6_000), /^1 of 2 recordings/);
      assert.match(await runMemoryCommand(command, store.recordings, 7_000), /^0 of 2 recordings/);
      const [known, own] = await store.recordings.recall(first);
      assert.equal(known, prompt);
      assert.is(own?.id, 'own');
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

const faults: [what: string, change: (file: Record<string, unknown>) => unknown, says: RegExp][] = [
  ['another version', (file) => ({ ...file, version: 2 }), /version/],
  ['no format', ({ version, numbers: all }) => ({ version, numbers: all }), /format/],
  ['bytes that are no fingerprint', (file) => withRecording(file, { fingerprint: 'AAAA' }), /fingerprint/],
  ["a person's class", (file) => withRecording(file, { audio_class: 'live_human' }), /audio_class/],
  ['sound beside it', (file) => withRecording(file, { audio: 'AAAA' }), /audio/],
  ['a number that is none', (file) => ({ ...file, numbers: [{ number: 'me', recordings: [] }] }), /number/],
];

function withRecording(file: Record<string, unknown>, change: object): unknown {
  const { fingerprint } = recording('aa', stock);
  const text = Buffer.from(fingerprint).toString('base64');
  const right = {
    id: 'aa',
    audio_class: 'music',
    seconds: 12,
    times_heard: 1,
    last_heard_at_seconds: 3,
    fingerprint: text,
  };
  return { ...file, numbers: [{ number: numbers[0], recordings: [{ ...right, ...change }] }] };
}

for (const [what, change, says] of faults)
  test(`a memory file with ${what} is refused whole`, () =>
    withStore(async (store) => {
      const folder = await mkdtemp(join(tmpdir(), 'holdfast-memory-'));
      const path = join(folder, 'x.json');
      try {
        const right = withRecording({ format: 'holdfast-memory', version: 1 }, {}) as Record<string, unknown>;
        await writeFile(path, JSON.stringify(change(right)));
        await runMemoryCommand({ act: 'import', file: path }, store.recordings, 0).then(
          () => assert.unreachable(),
          (error: unknown) => {
            assert.instance(error, AppError);
            assert.match((error as AppError).detail, says);
          },
        );
        assert.equal(await store.recordings.export(), []);
      } finally {
        await rm(folder, { recursive: true });
      }
    }));

test('arguments that fit neither are answered with the usage', () => {
  for (const argv of [
    [],
    ['export'],
    ['import', 'a', 'b'],
    ['import', 'a', '--number', '+12025550100'],
    ['x', 'a'],
  ])
    assert.throws(() => readArguments(argv), /npm run memory/);
});

test('the sound of a menu is kept while a flow names it, and otherwise for 90 days', () =>
  withStore(async (store) => {
    const [named, free, newest] = ['a'.repeat(16), 'b'.repeat(16), 'c'.repeat(16)] as const;
    const day = 86_400_000;
    const fingerprint = packFingerprints(sound(5, 100), new Uint8Array(100).fill(1));
    for (const id of [named, free]) await store.menuSounds.keep({ id, fingerprint }, day);
    await store.flows.insert({
      ...flowTo(numbers[0]),
      steps: [{ id: 'hear', type: 'LISTEN', sound: named }],
    });
    await store.menuSounds.keep({ id: newest, fingerprint }, 90 * day);
    assert.equal(await store.menuSounds.find(free), fingerprint);
    await store.menuSounds.keep({ id: newest, fingerprint }, 92 * day);
    assert.is(await store.menuSounds.find(free), undefined);
    assert.equal(await store.menuSounds.find(named), fingerprint);
  }));

test.run();
