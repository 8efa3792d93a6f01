import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { mock } from 'node:test';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeMulaw, encodeMulaw } from '../../src/audio/g711.ts';
import { toEightKilohertz } from '../../src/audio/resample.ts';
import { readSound } from '../../src/audio/sound-file.ts';
import { openAsterisk } from '../../src/provision/asterisk-program.ts';
import { openPocketSphinx } from '../../src/provision/transcription-program.ts';
import { PocketSphinx } from '../../src/transcription/pocketsphinx/pocketsphinx.ts';
import { pass, settle } from '../calls/desk-rig.ts';
import { callAgain, exploring, learnerOf, reachOwner, type Scene } from '../calls/explorer-rig.ts';
import { frameSamples, Line, room } from './sounds.ts';

const models = fileURLToPath(new URL('../../src/transcription/models', import.meta.url));

/** Asterisk's prompts one after another, as its telephone brings them. */
async function prompts(...names: string[]): Promise<Int16Array> {
  const { dataFolder } = await openAsterisk(() => undefined);
  const parts: number[] = [];
  for (const name of names) {
    const { samples, rateHz } = await readSound(`${dataFolder}/sounds/en/${name}.wav`);
    for (const sample of toEightKilohertz(samples, rateHz))
      parts.push(decodeMulaw(encodeMulaw(Math.round(sample * 32_767))));
  }
  return Int16Array.from(parts);
}

function join(...sounds: Int16Array[]): Int16Array {
  return Int16Array.from(sounds.flatMap((sound) => [...sound]));
}

/** What pocketsphinx understands, with times from the beginning of the sound. */
async function understood(sound: Int16Array, last: RegExp) {
  const line = new Line();
  const zeroMs = line.nowMs;
  const recognition = await new PocketSphinx({
    open: () => openPocketSphinx(() => undefined),
    start: (command, args) => spawn(command, args, { stdio: 'pipe' }),
    languageModel: `${models}/menu.lm`,
    temporaryFolder: tmpdir(),
    transform: `${models}/telephone.mllr`,
  }).open(line.options);
  await line.play(recognition, sound, room(3));
  await line.until(() => last.test(line.text), 'the end of the menu');
  await recognition.close();
  return line.heard.map(({ text, startedAtMs, endedAtMs }) => ({
    text,
    from: startedAtMs - zeroMs,
    to: endedAtMs - zeroMs,
  }));
}

/** The far end of the newest call plays it, as fast as it lasts. */
async function play(scene: Scene, sound: Int16Array): Promise<void> {
  for (let at = 0; at + frameSamples <= sound.length; at += frameSamples) {
    mock.timers.tick(20);
    scene.listeners.at(-1)?.frame(sound.subarray(at, at + frameSamples));
  }
  await settle();
}

const menuParts = ['vm-press', 'digits/1', 'vm-for', 'telephone-number', 'vm-press', 'digits/2', 'vm-for'];
const menu = await prompts(...menuParts, 'spy-agent');
const otherMenu = await prompts(...menuParts, 'extension');

test('a menu that was learned right after a refusal is known without it, and another one is not', async () => {
  const first = join(room(1), await prompts('invalid'), menu, room(0.6));
  const said = await understood(first, / agent$/);
  await exploring(
    async (scene) => {
      const beganAtMs = Date.now();
      await play(scene, first);
      for (const { text, from, to } of said)
        scene.words.say(text, { startedAtMs: beganAtMs + from, endedAtMs: beganAtMs + to });
      await pass(12);
      assert.equal(scene.digits(), ['2'], JSON.stringify(said));
      await reachOwner(scene);
      await learnerOf(scene).learn(scene.callId, {});
      for (const late of [0, 37, 80, 111]) {
        await callAgain(scene);
        scene.words.fail('no engine after the first call');
        await play(scene, join(room(0.3), new Int16Array(late), otherMenu, room(2)));
        await pass(1);
        assert.equal(scene.digits(), [], `another menu, ${late} samples late`);
        await play(scene, join(menu, room(1)));
        await pass(1);
        assert.equal(scene.digits(), ['2'], `${late} samples late`);
        await scene.desk.hangUp(scene.callId);
      }
    },
    { intent: 'speak to an agent' },
  );
});

test.run();
