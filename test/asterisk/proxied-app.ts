import * as assert from 'uvu/assert';
import { type AsteriskSide, createTelephony, type TelephonySetup } from '../../src/asterisk/index.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { type FlakyProxy, startFlakyProxy } from './flaky-proxy.ts';
import type { Stage } from './stage.ts';

export interface ProxiedApp extends AsteriskSide {
  proxy: FlakyProxy;
  /** Each loss and return of Asterisk, which is never restarted. */
  connections: boolean[];
  end(): Promise<void>;
}

/** A second telephony on the same Asterisk, under an application name of its own, through a proxy. */
export async function throughProxy(
  stage: Stage,
  application: string,
  setup: Partial<TelephonySetup> = {},
): Promise<ProxiedApp> {
  const proxyPort = await findFreePorts(2);
  const proxy = await startFlakyProxy(proxyPort, Number(new URL(stage.setup.ariUrl).port));
  const app = await createTelephony({
    ...stage.setup,
    media: { ...stage.setup.media, port: proxyPort + 1 },
    ...setup,
    ariUrl: proxy.url,
    application,
  });
  const connections: boolean[] = [];
  app.telephony.onConnection(({ connected, restarted }) => {
    assert.not.ok(restarted);
    connections.push(connected);
  });
  return {
    ...app,
    proxy,
    connections,
    async end() {
      await app.close();
      proxy.stop();
    },
  };
}
