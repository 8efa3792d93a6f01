import { ErrorCode, type JSONRPCErrorResponse } from '@modelcontextprotocol/sdk/types.js';
import Joi from 'joi';
import { validateArguments } from '../contract/validate.ts';
import { AppError } from '../domain/errors.ts';

const text = () => Joi.string().allow('').required();

/** Every list is one page, so no cursor can be one of this service; some hosts send an empty one with their first request. */
const list = Joi.object({
  cursor: Joi.string()
    .valid('')
    .messages({ 'any.only': '{#label} is none of this service: each list is one page' }),
});

/** The parameters of the requests that have any; other fields that the protocol allows are not checked. */
const shapes: Readonly<Record<string, Joi.ObjectSchema>> = {
  initialize: Joi.object({
    protocolVersion: text(),
    capabilities: Joi.object().required(),
    clientInfo: Joi.object({ name: text(), version: text() }).unknown().required(),
  }),
  'tools/list': list,
  'resources/list': list,
  'resources/templates/list': list,
  'prompts/list': list,
  'tools/call': Joi.object({ name: text(), arguments: Joi.object() }),
  'resources/read': Joi.object({ uri: text() }),
  'prompts/get': Joi.object({ name: text(), arguments: Joi.object().pattern(Joi.string(), text()) }),
};

/**
 * The SDK answers parameters of the wrong shape with an internal error and a dump of its own schema.
 * @returns the error to send instead, which names what is wrong.
 */
export function refuseShape(message: Record<string, unknown> | undefined): JSONRPCErrorResponse | undefined {
  const id = message?.['id'];
  const method = message?.['method'];
  const shape = typeof method === 'string' && Object.hasOwn(shapes, method) ? shapes[method] : undefined;
  if (shape === undefined || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  try {
    validateArguments(shape.unknown(), message?.['params'] ?? {});
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { jsonrpc: '2.0', id, error: { code: ErrorCode.InvalidParams, message: error.detail } };
  }
}

/** Many programs write null for arguments that are not given. */
export function leaveOutNullArguments(message: Record<string, unknown> | undefined): void {
  const params = message?.['params'] as { arguments?: unknown } | undefined;
  if (params?.arguments === null) delete params.arguments;
}
