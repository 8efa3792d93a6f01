import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog } from '../../src/log/winston-log.ts';

const test = suite('lines of the log');

/** What a log writes to the terminal, or to what keeps it. */
function written(readable: boolean, fields: Record<string, unknown>): string {
  const { stderr } = process;
  const write = stderr.write.bind(stderr);
  let text = '';
  stderr.write = ((chunk: string) => (text += chunk) !== '') as typeof write;
  try {
    createLog({ level: 'info', readable }).info('request', fields);
  } finally {
    stderr.write = write;
  }
  return text;
}

/** NEL, CSI (ESC [ in one character), DEL, the separators of lines and paragraphs, and marks that reorder text. */
const obeyed = '\u0085\u009b31m\u007f\u2028\u2029\u202e\u2066';

for (const readable of [true, false])
  test(`nothing in a ${readable ? 'readable' : 'JSON'} line is obeyed by a terminal`, () => {
    const line = written(readable, { path: `/\n${obeyed}`, nested: { name: obeyed } });
    assert.not.match(line, /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]./u);
    assert.is(line.split('\n').length, 2, 'one line and its end');
    assert.match(line, /\\u009b31m/);
  });

test('a JSON line still says what it was given', () => {
  const line = written(false, { path: obeyed, name: 'Küche' });
  const { path, name } = JSON.parse(line) as Record<string, string>;
  assert.equal([path, name], [obeyed, 'Küche']);
});

test.run();
