import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { AsteriskSide } from '../../asterisk/index.ts';
import type { CallTape } from '../../calls/tape.ts';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../log/log.ts';
import { RecordingDesk } from '../../recordings/recording-desk.ts';
import { Recorder } from '../../recordings/recorder.ts';
import type { Store } from '../../store/open.ts';

/** How long finishing may take when the service stops; the next start does the rest. */
const closeMs = 3_000;

export async function openRecordings({
  config,
  store,
  line,
  removalNow,
  log,
}: {
  config: Pick<Config, 'dataDir' | 'recording'>;
  store: Pick<Store, 'callRecordings' | 'journal'>;
  line: Pick<AsteriskSide, 'telephony' | 'tapes'>;
  /** As of `RemovalClock`. */
  removalNow: () => number;
  log: Log;
}): Promise<{ tape: CallTape; desk: RecordingDesk; close(): Promise<void> }> {
  const folder = join(config.dataDir, 'recordings');
  const { keepDays, maxBytes, ...rest } = config.recording;
  const shared = { store: store.callRecordings, journal: store.journal, folder, keepDays, log };
  const desk = new RecordingDesk({ ...shared, maxBytes, now: removalNow });
  const recorder = new Recorder({
    ...shared,
    ...rest,
    taping: line.tapes,
    telephony: line.telephony,
    // The embedded Asterisk writes to the same disk.
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    onKept: () => desk.sweep(),
  });
  await recorder.start();
  desk.start();
  return {
    tape: recorder,
    desk,
    async close() {
      await recorder.close(closeMs);
      await desk.close();
    },
  };
}
