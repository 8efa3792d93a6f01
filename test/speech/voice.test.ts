import { chmod, copyFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodePcmWav } from '../../src/audio/wav.ts';
import { AppError } from '../../src/domain/errors.ts';
import { runCommandOrThrow } from '../../src/provision/run-command.ts';
import { openFlite } from '../../src/provision/speech-program.ts';
import { Flite } from '../../src/speech/flite.ts';
import { writePrivately } from '../../src/secrets/private-folder.ts';
import { withFolder } from '../store/fixtures.ts';
import { faultOf } from '../rig/engine-services.ts';
import { until } from '../rig/until.ts';
import { fliteWith, quietly, soundOf, voiceOf } from './voice-rig.ts';

const rmsDb = (samples: Float32Array): number =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

test('flite says a sentence, once for all who ask', () =>
  withFolder(async (folder) => {
    let runs = 0;
    const engine = new Flite({
      open: () => openFlite(quietly),
      run: (command, args, signal) => {
        if (args.includes('-f')) runs += 1;
        return runCommandOrThrow(command, args, { signal });
      },
      voice: 'rms',
      temporaryFolder: tmpdir(),
    });
    const { voice } = voiceOf(engine, folder);
    const text = 'Please stay on the line.';
    const [one, two] = await Promise.all([voice.media(text), voice.media(text)]);
    assert.is(one, two);
    assert.is(await voice.media(text), one);
    assert.is(runs, 1);
    const samples = await soundOf(one!);
    assert.ok(samples.length > 8000 && samples.length < 5 * 8000, `${samples.length / 8000} s`);
    assert.ok(Math.abs(rmsDb(samples) + 20) < 3, `${rmsDb(samples)} dB`);
    assert.is.not(await voice.media('Something else.'), one);
    assert.is(await voice.media('sound:one-moment-please'), 'sound:one-moment-please');
    assert.equal(
      (await readdir(folder)).filter((name) => !name.endsWith('.wav')),
      [],
    );
  }));

test('what every call plays stays, however many other texts are said, and the least recently used of those go', () =>
  withFolder(async (folder) => {
    const recorded = path.join(folder, 'greeting.wav');
    await writeFile(
      recorded,
      encodePcmWav(Int16Array.from({ length: 8000 }, (_, n) => 9000 * Math.sin(n / 3))),
    );
    const configured = [`file:${recorded}`, 'One moment please.'];
    const spoken = path.join(folder, 'speech');
    const { voice } = voiceOf(fliteWith(), spoken, { configured, ownTexts: ['Press 1.'] });
    const fileOf = async (text: string): Promise<string> =>
      `${(await voice.media(text)).slice('sound:'.length)}.wav`;
    const kept = await Promise.all([...configured, 'Press 1.'].map(fileOf));
    const longAgo = new Date(1000);
    for (const file of kept) await utimes(file, longAgo, longAgo);
    const others = Array.from({ length: 500 }, (_, n) => path.join(spoken, `other${n}.wav`));
    for (const [n, file] of others.entries()) {
      await writeFile(file, '');
      await utimes(file, 2000 + n, 2000 + n);
    }
    const newest = await fileOf('Something else.');
    const left = (await readdir(spoken)).map((name) => path.join(spoken, name));
    assert.is(left.length, 500);
    for (const file of [...kept, newest]) assert.ok(left.includes(file));
    assert.equal(
      others.filter((file) => !left.includes(file)),
      others.slice(0, 4),
    );
  }));

test('an Asterisk that is another user plays what is said, whatever the service keeps from others', () =>
  withFolder(async (folder) => {
    const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o777;
    const shared = path.join(folder, 'speech');
    const umask = process.umask();
    try {
      writePrivately(); // as the service does when it starts
      const media = await voiceOf(fliteWith(), shared, { fileMode: 0o640 }).voice.media('Hello there');
      assert.is(await modeOf(`${media?.slice('sound:'.length)}.wav`), 0o640);
      assert.is(await modeOf(shared), 0o750);
    } finally {
      process.umask(umask);
    }
  }));

test('markup, signs and orders to the engine are not said, and run nothing', () =>
  withFolder(async (folder) => {
    const { voice } = voiceOf(fliteWith(), folder);
    const plain = await voice.media('Hello there');
    for (const text of [
      '<speak>Hello</speak> there',
      'Hello 🎉 there',
      '*Hello* _there_',
      'Hello\u0000 there',
    ])
      assert.is(await voice.media(text), plain, text);
    for (const text of ['🎉🎉', '...', '<br/>', '   ', '¿?'])
      assert.is(await faultOf(voice.media(text)), 'invalid: nothing in the text can be said', text);
    // A word of ten thousand letters keeps the engine busy for longer than it may take.
    const hurried = voiceOf(fliteWith(), folder, { timeoutMs: 4_000 }).voice;
    for (const text of [
      '-o /etc/passwd',
      '$(touch pwned) `id`; reboot',
      '日本語',
      'Ñandú über',
      'a'.repeat(10_000),
    ])
      assert.match(`${await faultOf(hurried.media(text))} `, /^(| unavailable: .*|invalid: .*| )/, text);
    assert.not.ok((await readdir(folder)).includes('pwned'));
  }));

test('words keep the joiners of their alphabet, and are not torn at what has no width', () =>
  withFolder(async (folder) => {
    const said: string[] = [];
    const engine = {
      name: 'listening',
      check: async () => undefined,
      make: async (text: string) => {
        said.push(text);
        return { samples: Float32Array.from({ length: 8000 }, (_none, n) => Math.sin(n)), rateHz: 8000 };
      },
    };
    const { voice } = voiceOf(engine, folder);
    for (const text of ['می\u200cخواهم', 'Donau\u00addampf', '\u2067سلام\u2069', 'Hi 👩\u200d💻 you'])
      await voice.media(text);
    assert.equal(said, ['می\u200cخواهم', 'Donaudampf', 'سلام', 'Hi you']);
  }));

test('an engine that hangs, is killed, produces nothing or is missing is an error in time', () =>
  withFolder(async (folder) => {
    const script = async (name: string, body: string): Promise<Flite> => {
      const file = path.join(folder, name);
      await writeFile(file, `#!/bin/sh\n${body}\n`);
      await chmod(file, 0o700);
      return fliteWith(Promise.resolve({ command: file, leadingArgs: [] }));
    };
    const hanging = voiceOf(await script('hang', 'exec sleep 60'), folder, { timeoutMs: 300 }).voice;
    const beganMs = Date.now();
    assert.match(await faultOf(hanging.media('Hello')), /^unavailable: .* did not answer within 0.3 s$/);
    assert.ok(Date.now() - beganMs < 30_000);
    for (const [name, body] of [
      ['killed', 'kill -9 $$'],
      ['empty', 'exit 0'],
      ['garbage', 'while [ "$1" != -o ]; do shift; done; echo garbage > "$2"'],
    ] as const)
      assert.match(
        await faultOf(voiceOf(await script(name, body), folder).voice.media('Hello')),
        /^unavailable/,
        name,
      );
    const missing = fliteWith(Promise.resolve({ command: '/nonexistent/flite', leadingArgs: [] }));
    assert.match(
      await faultOf(voiceOf(missing, folder).voice.media('Hello')),
      /^unavailable: .*cannot be run/,
    );
    assert.is(
      await faultOf(voiceOf(undefined, folder).voice.media('Hello')),
      'unavailable: SPEECH_ENGINE is none',
    );
    assert.match(await faultOf(voiceOf(fliteWith(), undefined).voice.media('Hello')), /SIP_FILES_DIR/);
    const { voice, log } = voiceOf(missing, folder, {
      configured: ['sound:hello-world', 'Hello', 'Hello again'],
    });
    await voice.prepare();
    assert.is(log.lines.length, 1, 'one line at start');
    assert.match(log.lines[0]!.message, /there is no voice/);
  }));

test('what a full disk has cut off is not said, nor kept: the next time it is made anew', () =>
  withFolder(async (folder) => {
    const [program, whole] = [path.join(folder, 'flite'), path.join(folder, 'whole.wav')];
    await writeFile(whole, encodePcmWav(Int16Array.from({ length: 16_000 }, (_none, n) => (n % 40) * 200)));
    const write = (order: string): Promise<void> =>
      writeFile(
        program,
        `#!/bin/sh\n[ "$1" = -lv ] && exit 0\nwhile [ "$1" != -o ]; do shift; done\n${order} ${whole} > "$2"\n`,
      );
    await write('head -c 9000');
    await chmod(program, 0o700);
    const { voice } = voiceOf(fliteWith(Promise.resolve({ command: program, leadingArgs: [] })), folder);
    assert.match(await faultOf(voice.media('Hello')), /^unavailable: flite returned no speech/);
    await write('cat');
    assert.is((await soundOf(await voice.media('Hello'))).length, 16_000);
  }));

test('a voice that flite does not have is told at start, and another does not speak in its place', () =>
  withFolder(async (folder) => {
    const { voice, log } = voiceOf(fliteWith(undefined, 'rsm'), folder, { configured: ['Hello'] });
    await voice.prepare();
    assert.equal(
      log.lines.map(({ message }) => message),
      ['there is no voice: a plain sound is played in place of what it should say'],
    );
    const fault = /SPEECH_VOICE must be one of .*\brms\b.*, not "rsm"/;
    assert.match(String(log.lines[0]?.fields['why']), fault);
    assert.match(await faultOf(voice.media('Hello')), fault);
  }));

test('a voice that is away at start prepares its texts once it is there, and is told of once', () =>
  withFolder(async (folder) => {
    let checks = 0;
    const engine = {
      name: 'late',
      async check() {
        checks += 1;
        if (checks < 3) throw new AppError('unavailable', 'it cannot be reached');
      },
      make: async () => ({
        samples: Float32Array.from({ length: 8000 }, (_none, n) => Math.sin(n)),
        rateHz: 8000,
      }),
    };
    const { voice, log } = voiceOf(engine, folder, { configured: ['Hello'], againMs: [1, 2] });
    await voice.prepare();
    await until(async () => (await readdir(folder)).some((name) => name.endsWith('.wav')));
    assert.equal(
      log.lines.map(({ level, message }) => [level, message]),
      [
        ['error', 'there is no voice: a plain sound is played in place of what it should say'],
        ['info', 'there is a voice now'],
      ],
    );
  }));

test('a configured text that cannot be said keeps no other from being prepared', () =>
  withFolder(async (folder) => {
    const said: string[] = [];
    const engine = {
      name: 'beeping',
      check: async () => undefined,
      make: async (text: string) => {
        said.push(text);
        return { samples: Float32Array.from({ length: 8000 }, (_none, n) => Math.sin(n)), rateHz: 8000 };
      },
    };
    const configured = ['file:/nonexistent.wav', '...', '?!', 'Please hold.'];
    const { voice, log } = voiceOf(engine, folder, { configured });
    await voice.prepare();
    assert.equal(said, ['Please hold.']);
    assert.equal(
      log.lines.map(({ fields }) => fields['texts']),
      [['file:/nonexistent.wav'], ['...', '?!']],
    );
  }));

test('a text for a call that is over is not synthesised, so that no failure goes unhandled', () =>
  withFolder(async (folder) => {
    let begun = 0;
    const failing = {
      name: 'failing',
      check: async () => undefined,
      make: async () => {
        begun += 1;
        throw new AppError('unavailable', 'out of order');
      },
    };
    const { voice } = voiceOf(failing, folder);
    const over = AbortSignal.abort(new AppError('conflict', 'the call is over'));
    assert.match(await faultOf(voice.media('Hello', over)), /the call is over/);
    assert.is(begun, 0);
    assert.match(await faultOf(voice.media('Hello')), /out of order/);
  }));

test("a WAV file of the owner's own is played as it is, and again when it changes", () =>
  withFolder(async (folder) => {
    const spoken = voiceOf(fliteWith(), folder).voice;
    const made = await spoken.media('This is my own voice.');
    const file = `${made.slice('sound:'.length)}.wav`;
    const noSound = path.join(folder, 'note.wav');
    const { voice } = voiceOf(undefined, path.join(folder, 'cache'), {
      configured: [`file:${file}`, 'file:/nonexistent.wav', `file:${noSound}`],
    });
    const media = await voice.media(`file:${file}`);
    assert.equal(await soundOf(media), await soundOf(made));
    assert.match(await faultOf(voice.media('file:/nonexistent.wav')), /^unavailable: .*cannot be read/);
    await writeFile(noSound, 'no sound');
    assert.match(await faultOf(voice.media(`file:${noSound}`)), /^invalid/);
    const other = path.join(folder, 'other.wav');
    await copyFile(file, other);
    assert.is(await faultOf(voice.media(`file:${other}`)), 'unavailable: SPEECH_ENGINE is none');
    assert.is.not(
      (await soundOf(await spoken.media(`file:${file}`))).length,
      (await soundOf(made)).length,
      'the words are said, the file is not read',
    );
  }));

test.run();
