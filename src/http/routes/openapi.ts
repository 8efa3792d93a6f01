import Joi from 'joi';
import type { ApiRoute } from '../api-route.ts';
import type { OpenApi } from '../openapi.ts';

/** `/api/v1/openapi.json`, generated at the first request. */
export function openApiRoute(
  make: () => Promise<OpenApi>,
  withSamples: (described: OpenApi) => Promise<OpenApi>,
): ApiRoute {
  let made: Promise<OpenApi> | undefined;
  return {
    method: 'get',
    path: '/openapi.json',
    tag: 'service',
    operationId: 'getOpenApi',
    scope: 'read',
    summary: 'This description',
    answers: { 200: { description: 'OpenAPI 3.1.', schema: Joi.object().unknown() } },
    handle: async () => {
      made ??= make();
      return { status: 200, body: await withSamples(await made) };
    },
  };
}
