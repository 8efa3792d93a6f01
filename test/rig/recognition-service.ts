import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A recognition service on its own port that returns the test's words, whatever it hears. */
export interface RecognitionService {
  /** Of the next stretches of speech; '' for none. */
  answer: string;
  /** It answers nothing before this has come. */
  ready: Promise<void>;
  readonly environment: Record<string, string>;
  stop(): Promise<void>;
}

export async function startRecognitionService(answer = ''): Promise<RecognitionService> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      void words.ready.then(() => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ text: words.answer }));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const words: RecognitionService = {
    answer,
    ready: Promise.resolve(),
    environment: { STT_ENGINE: 'openai', STT_URL: `http://127.0.0.1:${port}` },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return words;
}
