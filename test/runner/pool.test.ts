import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runPool } from './pool.ts';

interface Piece {
  name: string;
  seconds: number;
  cores: number;
}

/** What runs, in the order of its begin and end, where a piece is over once those that are shorter are. */
async function story(pieces: Piece[], cores: number, lanes = [0, 1]): Promise<string[]> {
  const told: string[] = [];
  const ends: { seconds: number; end: () => void }[] = [];
  const over = runPool(
    pieces,
    (piece) => piece,
    { cores, lanes },
    async ({ name, seconds }, lane) => {
      told.push(`${name} begins in ${lane}`);
      await new Promise<void>((resolve) => ends.push({ seconds, end: resolve }));
      told.push(`${name} ends`);
    },
  );
  for (let count = 0; count < pieces.length; count += 1) {
    ends.sort((one, other) => other.seconds - one.seconds);
    ends.pop()?.end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await over;
  return told;
}

test('the longest begins first, and what fits runs beside it', async () => {
  const long = { name: 'long', seconds: 9, cores: 0.5 };
  const short = { name: 'short', seconds: 1, cores: 0.5 };
  const middle = { name: 'middle', seconds: 5, cores: 0.5 };
  assert.equal(await story([short, middle, long], 1), [
    'long begins in 0',
    'middle begins in 1',
    'middle ends',
    'short begins in 1',
    'short ends',
    'long ends',
  ]);
});

test('what takes more than is left waits, and what takes more than there is runs alone', async () => {
  const busy = { name: 'busy', seconds: 9, cores: 0.8 };
  const other = { name: 'other', seconds: 8, cores: 0.5 };
  const quiet = { name: 'quiet', seconds: 2, cores: 0.2 };
  const all = { name: 'all', seconds: 7, cores: Infinity };
  assert.equal(await story([all, busy, other, quiet], 1), [
    'busy begins in 0',
    'quiet begins in 1',
    'quiet ends',
    'busy ends',
    'other begins in 1',
    'other ends',
    'all begins in 0',
    'all ends',
  ]);
});

test('no more run than there are lanes', async () => {
  const pieces = ['a', 'b', 'c'].map((name) => ({ name, seconds: 1, cores: 0 }));
  const told = await story(pieces, Infinity, [2]);
  assert.equal(told.slice(0, 3), ['a begins in 2', 'a ends', 'b begins in 2']);
});

test.run();
