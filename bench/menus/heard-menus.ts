import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { decodeMulaw, encodeMulaw } from '../../src/audio/g711.ts';
import type { Utterance } from '../../src/calls/words/transcriber.ts';
import { openCacheFolder } from '../../src/provision/cache-folder.ts';
import { Moonshine } from '../../src/transcription/sherpa/moonshine.ts';
import type { SpokenCompany } from './companies/spoken-company.ts';
import { speak } from './company-dialplan.ts';

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

  /** @returns what is said in the menu, an utterance a line. */
  async read(says: readonly string[], company: SpokenCompany): Promise<Utterance[]> {
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
      await push(room());
      await push(onLine(await speak(says, company)));
      await push(room());
      await recognition.finish?.();
    } finally {
      await recognition.close();
    }
    return heard.filter(({ isFinal }) => isFinal);
  }
}

/** As a telephone brings it. */
function onLine(samples: Float32Array): Int16Array {
  const whole = Math.ceil(samples.length / frameSamples) * frameSamples;
  const line = new Int16Array(whole);
  for (const [n, sample] of samples.entries())
    line[n] = decodeMulaw(encodeMulaw(Math.max(-1, Math.min(1, sample)) * 32_767));
  return line;
}

/** As quiet as a line between two prompts. */
function room(): Int16Array {
  return Int16Array.from({ length: 8000 }, (_none, n) => ((n * 7919) % 7) - 3);
}
