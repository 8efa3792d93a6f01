import type { ParsedUrlQuery } from 'node:querystring';
import Joi from 'joi';
import { AppError } from '../domain/errors.ts';

/** Bodies are not converted: "5" is not a number. @throws AppError `invalid`, naming the field. */
export function validateBody<T>(schema: Joi.Schema, body: unknown): T {
  return validate<T>(schema, body, 'body', false);
}

/** What a program passes to a prompt; not converted either. @throws AppError `invalid`, naming the argument. */
export function validateArguments<T>(schema: Joi.Schema, given: unknown): T {
  return validate<T>(schema, given, 'arguments', false);
}

/**
 * What a model passes to a tool. Many models write numbers and booleans as text, so "5" is accepted for a number and "true" for a boolean;
 * and null for an argument that they leave out.
 * @throws AppError `invalid`, naming the argument.
 */
export function validateToolInput<T>(schema: Joi.ObjectSchema, given: Readonly<Record<string, unknown>>): T {
  const kept = Object.entries(given).filter(([name, value]) => value !== null || !mayBeLeftOut(schema, name));
  return validate<T>(schema, Object.fromEntries(kept), 'arguments', true);
}

function keysOf(schema: Joi.ObjectSchema): Record<string, Joi.Description> {
  return (schema.describe() as { keys?: Record<string, Joi.Description> }).keys ?? {};
}

/** Whether null says nothing here: the argument exists, is not required, and null is none of its values. */
function mayBeLeftOut(schema: Joi.ObjectSchema, name: string): boolean {
  const keys = keysOf(schema);
  if (!Object.hasOwn(keys, name)) return false;
  const { presence } = (keys[name]?.flags ?? {}) as { presence?: string };
  return presence !== 'required' && schema.extract(name).validate(null).error !== undefined;
}

/**
 * Text is converted. A parameter without a value counts as absent: forms also send those for which they have none.
 * @throws AppError `invalid`, naming the parameter.
 */
export function validateQuery<T>(schema: Joi.ObjectSchema, query: ParsedUrlQuery): T {
  for (const [name, value] of Object.entries(query)) {
    // joi would overlook it.
    if (name === '__proto__') throw new AppError('invalid', '"__proto__" is not allowed');
    if (Array.isArray(value)) throw new AppError('invalid', `"${name}" is given twice`);
  }
  const known = Object.values(query).includes('') ? keysOf(schema) : {};
  const given = Object.entries(query).filter(([name, value]) => value !== '' || !Object.hasOwn(known, name));
  return validate<T>(schema, Object.fromEntries(given), 'query', true);
}

/** @throws AppError `invalid` */
export function validateHeader<T>(schema: Joi.Schema, value: unknown): T {
  return validate<T>(schema, value, 'header', true);
}

/** As JSON. Of a longer value only the first fault is reported, because each further one takes as long to find. */
const longestForOthers = 16_384;
/** How many faults are reported beside the first: nobody corrects more at once. */
const maxOthers = 9;

function validate<T>(schema: Joi.Schema, given: unknown, label: string, convert: boolean): T {
  const options = { convert, abortEarly: true, allowUnknown: false };
  const labelled = schema.label(label);
  const { error, value } = labelled.validate(given, options);
  if (error === undefined) return value as T;
  const isLong = JSON.stringify([given]).length > longestForOthers;
  const faults = [error, ...(isLong ? [] : othersThan(error, labelled, given, options))];
  throw new AppError('invalid', faults.map(messageOf).join('; '), { cause: error });
}

/**
 * The faults of other fields, one of each: a misspelt name is reported together with the field that is missing for it. All faults of a value
 * (`abortEarly: false`) can be thousands, which take joi seconds.
 */
function othersThan(
  first: Joi.ValidationError,
  schema: Joi.Schema,
  given: unknown,
  options: Joi.ValidationOptions,
): Joi.ValidationError[] {
  const others: Joi.ValidationError[] = [];
  let rest = schema;
  let fault: Joi.ValidationError | undefined = first;
  while (fault !== undefined && others.length < maxOthers) {
    const path: readonly (string | number)[] = fault.details[0]?.path ?? [];
    if (path.length === 0 || !isObject(rest)) break;
    rest = without(rest, path);
    fault = rest.validate(given, options).error;
    if (fault !== undefined) others.push(fault);
  }
  return others;
}

/** The schema that accepts anything at this place, within objects: one element of an array is its whole fault. */
function without(
  schema: Joi.ObjectSchema,
  [field = '', ...deeper]: readonly (string | number)[],
): Joi.ObjectSchema {
  const inner = typeof deeper[0] === 'string' ? schema.extract([String(field)]) : undefined;
  const rest = inner !== undefined && isObject(inner) ? without(inner, deeper) : Joi.any();
  return schema.keys({ [field]: rest });
}

function isObject(schema: Joi.Schema): schema is Joi.ObjectSchema {
  return schema.type === 'object';
}

/** Many libraries send null for a field that the program left out, and assistants send it for a field without a value. */
function messageOf({ message, details }: Joi.ValidationError): string {
  const [fault] = details;
  const isKnown = fault?.type !== 'object.unknown';
  return isKnown && fault?.context?.value === null ? `${message}, not null` : message;
}

/** For a route that takes no query. */
export const noQuery = Joi.object({});
