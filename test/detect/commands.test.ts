import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { LabelledCall } from '../../src/detect-cli/labelled-call.ts';
import { clockTime } from '../../src/detect-cli/timeline.ts';
import type { Detections } from '../../src/detect-cli/detections.ts';
import { join as concatenate, silence, tone } from './sounds.ts';

const root = join(import.meta.dirname, '../..');

const run = (command: 'detect' | 'score', ...args: string[]) => answer('', command, ...args);

function answer(
  input: string,
  command: 'detect' | 'score',
  ...args: string[]
): { code: number | null; out: string; errors: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'bin/ensure.mjs'), `src/detect-cli/${command}-command.ts`, ...args],
    { cwd: root, encoding: 'utf8', input },
  );
  return { code: status, out: stdout, errors: stderr };
}

function wavOf(samples: Int16Array): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length * 2, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(16000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length * 2, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]);
}

function inFolder(work: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-detect-'));
  try {
    work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const test = suite('commands');

test('detect prints a timeline, writes detections and draws the call; score reads them', () => {
  inFolder((folder) => {
    const call = concatenate(silence(1), tone([440, 480], 2), silence(4), tone([440, 480], 2), silence(2));
    writeFileSync(join(folder, 'ringing.wav'), wavOf(call));
    const out = join(folder, 'out.json');
    const plot = join(folder, 'out.svg');
    const heard = run('detect', folder, '--out', out, '--plot', plot);
    assert.is(heard.code, 0, heard.errors);
    assert.match(heard.out, /ringing {2}\(0:11\.0\)[\s\S]*♪ ringback \(us\)/);
    const { ringing } = JSON.parse(readFileSync(out, 'utf8')) as Detections;
    assert.equal(ringing?.human, []);
    assert.equal(ringing?.rings, []);
    assert.ok(ringing?.windows?.some((window) => window.type === 'ringing'));
    assert.match(readFileSync(plot, 'utf8'), /^<svg[\s\S]*<\/svg>$/);
    const label = {
      id: 'ringing',
      scenario: 'test',
      duration: 11,
      segments: [{ start: 0, end: 11, label: 'ringing' }],
      humans: [],
      speech: [],
    };
    writeFileSync(join(folder, 'ringing.json'), JSON.stringify(label));
    const scored = run('score', folder, '--detections', out);
    assert.is(scored.code, 0, scored.errors);
    assert.match(scored.out, /calls without a person quiet {3}1\/1/);
    assert.match(scored.out, /owner disturbed .* 0: 0\.00 per hour/);
    const curve = run('score', folder, '--curve');
    assert.is(curve.code, 0, curve.errors);
    assert.match(curve.out, /\| \*\*0\.2\*\* \| 0 \| 0\.00 \(0\)/);
    assert.is(run('score', folder, '--curve', '--json').code, 2);
  });
});

test('the owner labels a call; score reads the labels and writes a report that reveals nothing about it', () => {
  inFolder((folder) => {
    const name = 'call-to-12025550100';
    writeFileSync(
      join(folder, `${name}.wav`),
      wavOf(concatenate(silence(8), tone([440, 480], 2), silence(30))),
    );
    const asked = answer(
      'nonsense\n0:12.5-0:20\n\n',
      'detect',
      '--sound-only',
      '--label',
      join(folder, `${name}.wav`),
    );
    assert.is(asked.code, 0, asked.errors);
    assert.match(asked.out, /0 persons\. Another one/);
    assert.match(asked.out, /Like 1:02\.4-1:30:/, 'what is no time is asked again');
    const labels = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as LabelledCall;
    assert.equal(labels.humans, [{ first_word: 12.5, end: 20 }]);
    assert.is(labels.duration, 40);
    const report = join(folder, 'report.txt');
    const scored = run('score', folder, '--settings', '--report', report);
    assert.is(scored.code, 0, scored.errors);
    assert.match(scored.out, /persons found +0\.000 of 1/);
    assert.match(scored.out, /\| no \| yes \| 0 of 1 \|/);
    const shared = readFileSync(report, 'utf8');
    assert.not.match(shared, /12025550100|12\.5|scenario/i);
    assert.equal((JSON.parse(shared) as { persons: number; settings: object }).settings, {
      sensitivity: 0.5,
      ringsEarly: true,
      asksBack: false,
      hearsWords: false,
      calls: 1,
    });
    const cut = answer('1-\n', 'detect', '--sound-only', '--label', join(folder, `${name}.wav`));
    assert.is(cut.code, 1, 'answers that end too soon label nothing');
  });
});

test('what cannot be read in a folder is named, the rest is heard and written, and the exit code is 1', () => {
  inFolder((folder) => {
    writeFileSync(join(folder, 'bad.wav'), 'no sound');
    writeFileSync(join(folder, 'empty.wav'), '');
    mkdirSync(join(folder, 'folder.wav'));
    symlinkSync('nowhere', join(folder, 'gone.wav'));
    writeFileSync(join(folder, 'good.wav'), wavOf(silence(2)));
    const file = join(folder, 'out.json');
    const { code, out, errors } = run('detect', folder, '--sound-only', '--out', file);
    assert.is(code, 1);
    const named = [
      /^.*bad\.wav: not a WAV file.*$/,
      /^.*empty\.wav: the file is empty$/,
      /^.*folder\.wav cannot be read: EISDIR.*$/,
      /^.*gone\.wav cannot be read: ENOENT: no such file or directory$/,
    ];
    const lines = errors.trim().split('\n');
    assert.is(lines.length, named.length, errors);
    named.forEach((line, n) => assert.match(lines[n]!, line));
    assert.match(out, /good/);
    assert.equal(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as Detections), ['good']);
  });
});

test('a place that cannot be written is told before anything is heard', () => {
  inFolder((folder) => {
    writeFileSync(join(folder, 'good.wav'), wavOf(silence(2)));
    for (const option of ['--out', '--plot']) {
      const { code, out, errors } = run('detect', folder, '--sound-only', option, '/nowhere/at/all');
      assert.is(code, 2);
      assert.is(out, '');
      assert.match(errors, /^\/nowhere\/at\/all cannot be written: ENOENT: no such file or directory\n$/);
    }
    const number = ['--number', '+12025550100'];
    assert.match(run('detect', folder, '--memory', folder, ...number).errors, /it is a folder\n$/);
    assert.match(
      run('detect', folder, '--memory', 'memory.json').errors,
      /^--memory and --number go together\n$/,
    );
    assert.match(
      run('detect', folder, '--memory', 'x', '--number', 'me').errors,
      /^"--number" must be a phone number/,
    );
    const label = { id: 'good', scenario: '', duration: 2, segments: [], humans: [], speech: [] };
    writeFileSync(join(folder, 'good.json'), JSON.stringify(label));
    const scored = run('score', folder, '--report', '/nowhere/at/all');
    assert.is(scored.code, 2);
    assert.is(scored.out, '');
  });
});

test('a reader that has seen enough ends the command quietly, but not what is written to a file', () => {
  inFolder((folder) => {
    for (let n = 0; n < 5; n++) writeFileSync(join(folder, `call${n}.wav`), wavOf(silence(20)));
    const file = join(folder, 'out.json');
    const detect = `'${process.execPath}' --import tsx src/detect-cli/detect-command.ts '${folder}' --sound-only`;
    for (const rest of ['', ` --out '${file}'`]) {
      const { stdout, stderr } = spawnSync('bash', ['-c', `${detect}${rest} | head -n 1; echo $PIPESTATUS`], {
        cwd: root,
        encoding: 'utf8',
      });
      assert.match(stdout, /^call0 .*\n0\n$/);
      assert.is(stderr, '');
    }
    assert.is(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as Detections).length, 5);
  });
});

test('wrong use is reported in one line', () => {
  assert.is(run('detect').code, 2);
  const nowhere = run('detect', '/nowhere/at/all.wav');
  assert.is(nowhere.code, 2);
  assert.match(
    nowhere.errors,
    /^\/nowhere\/at\/all\.wav cannot be read: ENOENT: no such file or directory\n$/,
  );
  assert.match(run('detect', 'x.wav', '--sensitivity', 'much').errors, /from 0 to 1/);
  assert.is(run('score', '--help').code, 0);
  assert.is(run('score', 'one', 'two').code, 2);
  for (const [options, message] of [
    [['--lose', '100/0.5/1/7'], /--lose takes milliseconds\/seconds/],
    [['--in-silence'], /--in-silence goes with --lose/],
    [['--detections', 'x.json', '--twice'], /--twice plays the calls: leave out --detections/],
  ] as const)
    assert.match(run('score', 'test/detect', ...options).errors, message);
});

test('times read like a clock, also where they are rounded up to a minute', () => {
  assert.is(clockTime(62.44), '1:02.4');
  assert.is(clockTime(59.96), '1:00.0');
  assert.is(clockTime(3599.99), '60:00.0');
});

test.run();
