import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Adds the owner's token for clients that can send no header, and passes everything else on. Its own address becomes the
 * gateway's; a foreign Host or Origin stays what it is.
 */
export async function startAuthorizingProxy(
  target: URL,
  token: string,
): Promise<{ url: string; server: Server }> {
  let own = '';
  const rename = (value: string | undefined) => value?.replace(own, `127.0.0.1:${target.port}`);
  const server = createServer((incoming, outgoing) => {
    const { host, origin } = incoming.headers;
    const headers = {
      ...incoming.headers,
      authorization: `Bearer ${token}`,
      host: rename(host),
      ...(origin === undefined ? {} : { origin: rename(origin) }),
    };
    const passed = httpRequest(
      { host: target.hostname, port: target.port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  own = `localhost:${port}`;
  return { url: `http://${own}/mcp/`, server };
}
