import type { AddressInfo } from 'node:net';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';

export async function faultOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return '';
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return `${error.code}: ${error.detail}`;
  }
}

export async function listening(server: {
  listen(port: number, host: string): unknown;
  address(): unknown;
  once(event: string, act: () => void): unknown;
}): Promise<number> {
  const ready = new Promise<void>((resolve) => void server.once('listening', resolve));
  server.listen(0, '127.0.0.1');
  await ready;
  return (server.address() as AddressInfo).port;
}
