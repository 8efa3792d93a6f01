import type Joi from 'joi';
import { AppError } from '../domain/errors.ts';

/** Bodies are taken as they are: "5" is no number. @throws AppError `invalid`, naming the field. */
export function validateBody<T>(schema: Joi.Schema, body: unknown): T {
  return validate<T>(schema, body, 'body', false);
}

/** Queries and headers are text and are converted. @throws AppError `invalid`, naming the field. */
export function validateText<T>(schema: Joi.Schema, values: unknown): T {
  return validate<T>(schema, values, 'query', true);
}

function validate<T>(schema: Joi.Schema, value: unknown, label: string, convert: boolean): T {
  const result = schema.label(label).validate(value, { convert, abortEarly: true, allowUnknown: false });
  if (result.error !== undefined)
    throw new AppError('invalid', result.error.message, { cause: result.error });
  return result.value as T;
}
