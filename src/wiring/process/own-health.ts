import { once } from 'node:events';
import * as plainHttp from 'node:http';
import * as secureHttp from 'node:https';
import type { Config } from '../../config/config.ts';
import { urlHost } from '../../domain/ip-address.ts';

/** Whether `/health` answers through the port, as for a client: anything in between may be broken. */
export async function healthAnswers({
  host,
  port,
  https,
}: Pick<Config, 'host' | 'port' | 'https'>): Promise<boolean> {
  const reachable = urlHost({ '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host);
  // The certificate is the owner's own, and this address need not be among its names.
  const answer =
    https === undefined
      ? plainHttp.get(`http://${reachable}:${port}/health`)
      : secureHttp.get(`https://${reachable}:${port}/health`, { rejectUnauthorized: false });
  const [response] = (await once(answer, 'response')) as [plainHttp.IncomingMessage];
  response.resume();
  return response.statusCode === 200;
}
