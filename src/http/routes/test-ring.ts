import Joi from 'joi';
import type { RingForTest } from '../../calls/legs/test-ring.ts';
import { type ApiRoute, param } from '../api-route.ts';

const testRingView = Joi.object({
  answered: Joi.boolean().required(),
  seconds: Joi.number().min(0).required().description('how long it rang'),
  detail: Joi.string()
    .allow(null)
    .required()
    .description('why nobody answered, or why whoever did could not be heard; else null'),
});

export function testRingRoute(ring: RingForTest): ApiRoute {
  return {
    method: 'post',
    path: '/devices/:device_id/test-ring',
    tag: 'devices',
    operationId: 'testRingDevice',
    scope: 'calls',
    summary: 'Ring a phone, report whether it was answered, and hang up; the response takes up to 25 seconds',
    answers: { 200: { description: 'The result.', schema: testRingView } },
    errors: ['not_found', 'conflict'],
    handle: async (request) => ({ status: 200, body: await ring(param(request, 'device_id')) }),
  };
}
