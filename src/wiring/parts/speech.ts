import { join } from 'node:path';
import { confirmPrompts } from '../../calls/activities/confirm-answer.ts';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../log/log.ts';
import { runCommandOrThrow } from '../../provision/run-command.ts';
import { openFlite } from '../../provision/speech-program.ts';
import type { SpeechEngine } from '../../speech/engine.ts';
import { Flite } from '../../speech/flite.ts';
import { OpenAiSpeech } from '../../speech/openai-speech.ts';
import { Voice } from '../../speech/voice.ts';
import { WyomingSpeech } from '../../speech/wyoming-speech.ts';

/** Opens the configured voice. */
export function openVoice(config: Config, log: Log, temporaryFolder: string): Voice {
  const { speech, ari, sip, dataDir, greeting, reassurances, announcement, recording } = config;
  // An Asterisk elsewhere reads what it shares with this service; its group is that of the folder (compose.yaml).
  const shared = ari === undefined ? dataDir : sip.filesDir;
  return new Voice({
    engine: engineOf(speech, log, temporaryFolder),
    folder: shared === undefined ? undefined : join(shared, 'speech'),
    configured: [greeting, ...reassurances, announcement, recording.notice].filter(
      (text) => text !== undefined,
    ),
    ownTexts: confirmPrompts,
    fileMode: ari === undefined ? 0o600 : 0o640,
    log,
  });
}

function engineOf(speech: Config['speech'], log: Log, temporaryFolder: string): SpeechEngine | undefined {
  switch (speech.engine) {
    case 'none':
      return undefined;
    case 'flite':
      return new Flite({
        open: () => openFlite((line) => log.info(line)),
        run: (command, args, signal) => runCommandOrThrow(command, args, { signal, timeoutMs: 30_000 }),
        voice: speech.voice ?? 'rms',
        temporaryFolder,
      });
    case 'openai':
      return new OpenAiSpeech({ ...speech, voice: speech.voice ?? 'alloy' });
    case 'wyoming': {
      const { hostname, port } = new URL(speech.url);
      return new WyomingSpeech({ host: hostname, port: Number(port), voice: speech.voice });
    }
  }
}
