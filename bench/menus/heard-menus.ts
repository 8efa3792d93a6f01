import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { decodeMulaw, encodeMulaw } from '../../src/audio/g711.ts';
import type { Utterance } from '../../src/calls/words/transcriber.ts';
import { openCacheFolder } from '../../src/provision/cache-folder.ts';
import { Moonshine } from '../../src/transcription/sherpa/moonshine.ts';
import { joinSounds } from '../../src/audio/join.ts';
import type { PromptCompany, SpokenCompany } from './companies/spoken-company.ts';
import { speak } from './company-dialplan.ts';
import { betweenPrompts, readPromptSound } from '../words/prompts.ts';

const boot = fileURLToPath(new URL('../../src/transcription/program-boot.mjs', import.meta.url));
const frameSamples = 160;

/** What Moonshine writes of menus, faster than they are spoken: the words of calls without the calls. */
export class MenuReader {
  readonly #engine = new Moonshine({
    openCache: openCacheFolder,
    start: (folder) =>
      spawn(process.execPath, [boot, './sherpa/moonshine-program.ts', folder], {
        stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      }),
    lingerMs: 0,
  });

  /** @returns by menu of the company what is said in it. */
  async readAll(company: SpokenCompany | PromptCompany): Promise<Map<string, readonly Utterance[]>> {
    const heard = new Map<string, readonly Utterance[]>();
    if ('voice' in company)
      for (const [menu, { says }] of Object.entries(company.menus))
        heard.set(menu, await this.#read(onLine(await speak(says, company))));
    else
      for (const [menu, { prompts }] of Object.entries(company.menus))
        heard.set(menu, await this.#read(await play(prompts)));
    return heard;
  }

  async #read(sound: Int16Array): Promise<Utterance[]> {
    const heard: Utterance[] = [];
    let nowMs = 0;
    const recognition = await this.#engine.open({
      callId: 'bench',
      speaker: 'far',
      now: () => nowMs,
      wantsRereading: () => true,
      heard: (utterance) => void heard.push(utterance),
      failed: (reason) => console.error(reason),
    });
    const push = async (samples: Int16Array): Promise<void> => {
      for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) {
        nowMs += 20;
        await recognition.take(samples.subarray(at, at + frameSamples));
        await recognition.settle?.();
      }
    };
    try {
      await push(betweenPrompts());
      await push(inFrames(sound));
      await push(betweenPrompts());
      await recognition.finish?.();
    } finally {
      await recognition.close();
    }
    return heard.filter(({ isFinal }) => isFinal);
  }
}

/** As a telephone brings it. */
function onLine(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => toMulaw(Math.max(-1, Math.min(1, sample)) * 32_767));
}

/** Asterisk's prompts one after another, as a telephone brings them. */
async function play(prompts: readonly string[]): Promise<Int16Array> {
  const sounds = await Promise.all(prompts.map(readPromptSound));
  return joinSounds(Int16Array, sounds).map(toMulaw);
}

function toMulaw(sample: number): number {
  return decodeMulaw(encodeMulaw(sample));
}

/** The sound with silence after it, so that no frame is cut off. */
function inFrames(sound: Int16Array): Int16Array {
  const whole = new Int16Array(Math.ceil(sound.length / frameSamples) * frameSamples);
  whole.set(sound);
  return whole;
}
