import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';

/** The sentence of the AppError that the promise rejects with; every fragment must stand in it. */
export async function expectRefusal(promise: Promise<unknown>, ...fragments: string[]): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.instance(error, AppError, `no AppError: ${String(error)}`);
  const { detail } = error as AppError;
  for (const fragment of fragments) assert.ok(detail.includes(fragment), `no "${fragment}" in: ${detail}`);
  return detail;
}
