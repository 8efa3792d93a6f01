import Joi from 'joi';
import type { ApiRoute } from '../api-route.ts';
import type { OpenApi } from '../openapi.ts';
import { type Samples, withSamples } from '../samples.ts';

/** `/api/v1/openapi.json`, generated at the first request, and again when there is something else to offer. */
export function openApiRoute(make: () => Promise<OpenApi>, askSamples: () => Promise<Samples>): ApiRoute {
  let made: Promise<OpenApi> | undefined;
  let written: { offers: string; text: Buffer } | undefined;
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
      const [described, samples] = await Promise.all([made, askSamples()]);
      const offers = JSON.stringify(samples.map(([, sample]) => sample));
      if (written?.offers !== offers)
        written = { offers, text: Buffer.from(JSON.stringify(withSamples(described, samples))) };
      return {
        status: 200,
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        body: written.text,
      };
    },
  };
}
