import type { Readable } from 'node:stream';
import type Joi from 'joi';
import type { ErrorCode } from '../domain/errors.ts';
import type { Scope } from '../domain/scope.ts';
import type { Identity } from '../identity/gate.ts';

/**
 * One route of the REST API with its contract: the same declaration checks requests, calls the use case and becomes OpenAPI, so that
 * none of the three can drift from the others.
 */
export interface ApiRoute {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/api/v1`, with `:name` for parameters. */
  path: string;
  /** Where a parameter is no identifier: its shape. */
  params?: Readonly<Record<string, RegExp>>;
  operationId: string;
  /** What a token must have to come this far. */
  scope: Scope;
  tag: string;
  summary: string;
  description?: string;
  query?: Joi.ObjectSchema;
  body?: Joi.ObjectSchema;
  /** Whether a request without a body is one with `{}`. */
  bodyOptional?: boolean;
  takesIdempotencyKey?: boolean;
  /** Whether a part of the answer can be asked for (RFC 9110, section 14). */
  takesRange?: boolean;
  /** `types` of one that is no JSON. */
  answers: Record<number, { description: string } & ({ schema: Joi.Schema } | { types: readonly string[] })>;
  /** Beyond those that every route may answer. */
  errors?: readonly ErrorCode[];
  handle(request: ApiRequest): Promise<ApiAnswer>;
}

/** What a handler sees: everything checked. */
export interface ApiRequest {
  params: Record<string, string>;
  /** Valid by the route's `query`, defaults filled in. */
  query: unknown;
  /** Valid by the route's `body`, defaults filled in. */
  body: unknown;
  idempotencyKey: string | undefined;
  range: { range: string | undefined; ifRange: string | undefined };
  identity: Identity;
}

export interface ApiAnswer {
  status: number;
  /** A stream is ended with the connection. */
  body: object | Readable;
  headers?: Readonly<Record<string, string>>;
  location?: string;
}

export function param(request: ApiRequest, name: string): string {
  return request.params[name] ?? '';
}
