import { allRoutes } from '../../http/routes/all.ts';
import { furtherRoutes } from '../../wiring/http/further-routes.ts';
import { makeOpenApi } from '../../http/openapi.ts';

/**
 * The OpenAPI document without a running service: routes are described by their declarations, and no use case is
 * called.
 */
export function describeApi(): Promise<object> {
  const routes = furtherRoutes({
    tokens: unasked(),
    sessions: unasked(),
    webhooks: unasked(),
    numbers: unasked(),
    recordings: unasked(),
    spending: unasked(),
    system: unasked(),
    provisioning: unasked(),
    testRing: unasked(),
    flowTrial: unasked(),
    browserPhone: { phones: unasked(), ice: { stun: undefined, turn: undefined } },
    push: unasked(),
    persons: { calls: unasked(), journal: unasked() },
  });
  const publicUrl = 'http://127.0.0.1:8080';
  const needs = {
    publicUrl,
    calls: unasked(),
    flows: unasked(),
    devices: unasked(),
    journal: unasked(),
    routes,
  };
  return makeOpenApi(allRoutes(needs as Parameters<typeof allRoutes>[0], 'build'), {
    version: 'build',
    publicUrl,
  });
}

function unasked<T>(): T {
  const refuse = (): never => {
    throw new Error('a route asked its use case while it was described');
  };
  return new Proxy(refuse, { get: () => refuse }) as T;
}
