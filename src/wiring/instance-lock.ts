import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { AppError } from '../domain/errors.ts';

/**
 * Makes this process the only one of its data folder: a second one would take over Asterisk and the calls of the first.
 * A Linux abstract socket (unix(7)) is the lock; the kernel lets go of it with the process, however that ends.
 * @throws AppError `conflict`
 */
export async function lockDataDir(dataDir: string): Promise<{ release(): Promise<void> }> {
  const digest = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex');
  const server = createServer((socket) => socket.destroy());
  server.listen(`\0holdfast-${digest}`);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new AppError('conflict', `another Holdfast runs with DATA_DIR=${dataDir}; end it first`, {
      cause: error,
    });
  }
  server.unref();
  return {
    release: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
