import { setImmediate } from 'node:timers/promises';
import type Joi from 'joi';
import { errorView, healthView } from '../contract/service.ts';
import { toJsonContent, toJsonSchema } from '../contract/json-schema.ts';
import { type ErrorCode, errorStatuses } from '../domain/errors.ts';
import { createSessionCookie } from '../identity/sessions/cookies.ts';
import type { ApiRoute } from './api-route.ts';
import { authPaths } from './openapi-auth.ts';
import { apiPrefix } from './api-router.ts';

type Json = Record<string, unknown>;

/** As much of the document as is looked up in it again. */
export interface OpenApi extends Json {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation extends Json {
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: { 'application/json': Json } };
}

interface Parameter extends Json {
  name: string;
  in: 'path' | 'query' | 'header';
}

export const pathInOpenApi = (path: string): string => `${apiPrefix}${path}`.replace(/:([a-z_]+)/g, '{$1}');

/** `unavailable` for any route: the caller is looked up in the database, which may be away. */
const everywhere: readonly ErrorCode[] = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'internal',
  'unavailable',
];
const withBody: readonly ErrorCode[] = ['too_large', 'unsupported_media'];

const errorTexts: Record<number, string> = {
  400: 'Not valid, or refused by the dialling policy; `detail` names the field or the rule.',
  401: 'No valid bearer token.',
  403: 'Not the owner, or the token lacks the scope that the operation needs; `detail` names it.',
  404: 'There is no such call, flow, device …',
  412: 'It changed after the response whose `ETag` was sent as `If-Match`; nothing was stored.',
  409: 'Conflict: the call is over, the device is registered already, the limit is reached …',
  413: 'The body is larger than 256 KiB.',
  416: 'The range is not in the file; `Content-Range` says how long that is.',
  415: 'The body is not application/json.',
  500: 'Internal server error.',
  503: 'Asterisk, the trunk or the database is away; `detail` says which.',
};

/** OpenAPI 3.1, generated from the routes. All of them take half a second, so everything else has its turn between two. */
export async function makeOpenApi(
  routes: readonly ApiRoute[],
  { version, publicUrl }: { version: string; publicUrl: string },
): Promise<OpenApi> {
  const paths: OpenApi['paths'] = {};
  for (const route of routes) {
    const path = pathInOpenApi(route.path);
    paths[path] = { ...paths[path], [route.method]: describeRoute(route) };
    await setImmediate();
  }
  paths['/health'] = {
    get: {
      operationId: 'getHealth',
      tags: ['service'],
      summary: 'Show whether the service works',
      security: [],
      responses: { 200: answer('The state of the service.', healthView) },
    },
  };
  Object.assign(paths, authPaths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Holdfast',
      version,
      description:
        'Calls a company, waits on hold and rings your phone when a person answers. Events: WebSocket at /ws/events. MCP: /mcp/.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal access token, or an access token of the identity provider. Each operation names the scope that it needs; `calls` includes `read`, and `admin` includes both.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: createSessionCookie(new URL(publicUrl)).name,
          description: 'The dashboard’s session; same origin only. The name depends on PUBLIC_URL.',
        },
      },
      schemas: { Error: toJsonSchema(errorView) },
    },
  };
}

function describeRoute(route: ApiRoute): Operation {
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, `Scope: \`${route.scope}\`.`]
      .filter((text) => text !== undefined)
      .join(' '),
    // OpenAPI 3.1, Security Requirement Object: for schemes other than OAuth the list holds the required roles.
    security: [{ bearer: [route.scope] }, { session: [route.scope] }],
    parameters: [...pathParameters(route), ...queryParameters(route.query), ...headerParameters(route)],
    ...(route.body === undefined
      ? {}
      : { requestBody: requestBody(route.body, route.bodyOptional !== true) }),
    responses: { ...answers(route), ...errors(route) },
  };
}

function pathParameters(route: ApiRoute): Parameter[] {
  return [...route.path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: Joi.ObjectSchema | undefined): Parameter[] {
  if (query === undefined) return [];
  const schema = toJsonSchema(query) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, each]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: each,
  }));
}

function headerParameters(route: ApiRoute): Parameter[] {
  if (route.takesRange === true)
    return [
      {
        name: 'Range',
        in: 'header',
        required: false,
        description: 'One range of bytes, as players request it: `bytes=0-65535`.',
        schema: { type: 'string' },
      },
    ];
  if (route.takesIfMatch === true)
    return [
      {
        name: 'If-Match',
        in: 'header',
        required: false,
        description:
          'The `ETag` of the response that the change is based on, with its quotation marks. If somebody else has changed it since, nothing is stored (412). Absent: whatever is stored is changed.',
        schema: { type: 'string' },
      },
    ];
  if (route.takesIdempotencyKey !== true) return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'The same key within 24 hours returns the same call, and nothing is done again.',
      schema: { type: 'string', minLength: 1, maxLength: 200 },
    },
  ];
}

function requestBody(schema: Joi.ObjectSchema, required: boolean): NonNullable<Operation['requestBody']> {
  return { required, content: { 'application/json': toJsonContent(schema) } };
}

function answers(route: ApiRoute): Record<number, Json> {
  const entries = Object.entries(route.answers).map(([status, given]) => {
    if ('types' in given) {
      const content = Object.fromEntries(given.types.map((type) => [type, {}]));
      return [status, { description: given.description, content }];
    }
    const headers = {
      ...(status === '201' ? { Location: header('The path of what was created.') } : {}),
      ...(route.hasEditTag === true
        ? { ETag: header('For the `If-Match` of a change that is based on this.') }
        : {}),
    };
    const hasHeaders = Object.keys(headers).length > 0;
    return [status, { ...answer(given.description, given.schema), ...(hasHeaders ? { headers } : {}) }];
  });
  return Object.fromEntries(entries) as Record<number, Json>;
}

function header(description: string): Json {
  return { description, schema: { type: 'string' } };
}

function errors(route: ApiRoute): Record<number, Json> {
  const codes = [
    ...everywhere,
    ...(route.body === undefined ? [] : withBody),
    ...(route.takesIfMatch === true ? (['changed'] as const) : []),
    ...(route.errors ?? []),
  ];
  const statuses = [...new Set(codes.map((code) => errorStatuses[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: errorTexts[status] ?? 'Refused.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function answer(description: string, schema: Joi.Schema): Json {
  return { description, content: { 'application/json': { schema: toJsonSchema(schema) } } };
}
