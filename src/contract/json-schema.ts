import { createRequire } from 'node:module';
import type Joi from 'joi';

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1 and of MCP. */
export type JsonSchema = Record<string, unknown>;

// The package is CommonJS and its typings name an ES module's default export.
const parse = createRequire(import.meta.url)('joi-to-json') as (
  schema: Joi.Schema,
  mode: 'json' | 'open-api-3.1',
) => JsonSchema;

/** The same schema that validates, for OpenAPI and for MCP tools. */
export function toJsonSchema(schema: Joi.Schema): JsonSchema {
  return parse(schema, 'open-api-3.1');
}

/** The schema, and apart from it the example of the whole value. */
export function toJsonContent(schema: Joi.Schema): { schema: JsonSchema; example?: unknown } {
  const { examples, ...rest } = toJsonSchema(schema);
  return { schema: rest, ...(Array.isArray(examples) ? { example: examples[0] as unknown } : {}) };
}
