import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { patienceSeconds } from './patience.ts';

/** The fault that the work ends with, `code: detail`; '' when it ends well. */
export async function faultOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return '';
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return `${error.code}: ${error.detail}`;
  }
}

/** @returns the port. */
export async function listening(
  server: { listen(port: number, host: string): unknown; address(): unknown } & NodeJS.EventEmitter,
): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Python's Wyoming server says that it is ready a moment before it listens. */
export async function untilServing(engine: { check(signal: AbortSignal): Promise<void> }): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      return await engine.check(AbortSignal.timeout(patienceSeconds * 1000));
    } catch (error) {
      if (tries > 50) throw error;
      await delay(100);
    }
}
