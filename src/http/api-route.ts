import type { Readable } from 'node:stream';
import type Joi from 'joi';
import type { ErrorCode } from '../domain/errors.ts';
import type { Scope } from '../domain/scope.ts';
import type { Identity } from '../identity/gate.ts';

/**
 * One route of the REST API with its contract: the same declaration validates requests, calls the use case and
 * generates OpenAPI, so that the three cannot drift apart.
 */
export interface ApiRoute {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Relative to `/api/v1`, with `:name` for parameters. */
  path: string;
  /** The pattern of a parameter that is not an identifier. */
  params?: Readonly<Record<string, RegExp>>;
  operationId: string;
  /** The scope the token needs. */
  scope: Scope;
  tag: string;
  summary: string;
  description?: string;
  query?: Joi.ObjectSchema;
  body?: Joi.ObjectSchema;
  /** Whether a missing body counts as `{}`. */
  bodyOptional?: boolean;
  takesIdempotencyKey?: boolean;
  /** Whether clients may name the state that they change (If-Match); the response carries the new `ETag`. */
  takesIfMatch?: boolean;
  /** Whether the response carries the `ETag` that such a change names. */
  hasEditTag?: boolean;
  /** Whether clients may request a byte range (RFC 9110, section 14). */
  takesRange?: boolean;
  /** `types` for a response that is not JSON. */
  answers: Record<number, { description: string } & ({ schema: Joi.Schema } | { types: readonly string[] })>;
  /** Errors in addition to those any route may return. */
  errors?: readonly ErrorCode[];
  /** What the reference offers to send, where that depends on what is stored. */
  sample?: () => Promise<RouteSample>;
  handle(request: ApiRequest): Promise<ApiAnswer>;
}

export interface RouteSample {
  /** By name; undefined if there is nothing of that kind. */
  params?: Readonly<Record<string, string | undefined>>;
  body?: object;
}

/** A request as a handler sees it: fully validated. */
export interface ApiRequest {
  params: Record<string, string>;
  /** Validated against the route's `query`, defaults filled in. */
  query: unknown;
  /** Validated against the route's `body`, defaults filled in. */
  body: unknown;
  idempotencyKey: string | undefined;
  /** The states that the client may change; undefined: any. */
  ifMatch: readonly string[] | undefined;
  range: { range: string | undefined; ifRange: string | undefined };
  identity: Identity;
}

export interface ApiAnswer {
  status: number;
  /** A stream is destroyed when the connection closes. */
  body: object | Readable;
  headers?: Readonly<Record<string, string>>;
  location?: string;
  editTag?: string;
}

export function param(request: ApiRequest, name: string): string {
  return request.params[name] ?? '';
}
