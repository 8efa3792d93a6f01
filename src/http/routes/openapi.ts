import Joi from 'joi';
import type { ApiRoute } from '../api-route.ts';

/** `/api/v1/openapi.json`, generated at the first request. */
export function openApiRoute(make: () => object): ApiRoute {
  let made: object | undefined;
  return {
    method: 'get',
    path: '/openapi.json',
    tag: 'service',
    operationId: 'getOpenApi',
    scope: 'read',
    summary: 'This description',
    answers: { 200: { description: 'OpenAPI 3.1.', schema: Joi.object().unknown() } },
    handle: () => {
      made ??= make();
      return Promise.resolve({ status: 200, body: made });
    },
  };
}
