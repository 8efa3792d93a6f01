import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A recognition service on its own port that returns the test's words, whatever it hears. */
export interface SaidWords {
  /** Of the next stretches of speech; '' for none. */
  understands: string;
  /** It answers nothing before this has come. */
  ready: Promise<void>;
  readonly environment: Record<string, string>;
  stop(): Promise<void>;
}

export async function startSaidWords(understands = ''): Promise<SaidWords> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      void words.ready.then(() => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ text: words.understands }));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const words: SaidWords = {
    understands,
    ready: Promise.resolve(),
    environment: { STT_ENGINE: 'openai', STT_URL: `http://127.0.0.1:${port}` },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return words;
}
