import Joi from 'joi';
import { dtmfShape } from '../domain/flow.ts';
import { readPhoneNumber, typedShape } from '../domain/phone-number.ts';

/** The values that several bodies share. */

/** No control characters, line or paragraph separators, and no marks that reorder text on a screen (Unicode TR 36). */
const visibleText = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/;

const messages = {
  'string.pattern.base': '{#label} must not contain control characters',
  'string.empty': '{#label} must not be empty',
  'any.invalid': '{#label} must not be empty',
};

/** One line for people, at most `max` UTF-16 units; may be empty. */
export function line(max: number): Joi.StringSchema {
  return Joi.string().allow('').max(max).pattern(visibleText).messages(messages);
}

/** Words to look for. A number may contain the hidden marks that address books add when it is copied. */
export function sought(max: number): Joi.StringSchema {
  const shape = new RegExp(`${visibleText.source}|${typedShape.source}`);
  return Joi.string().allow('').max(max).pattern(shape).messages(messages);
}

/** Text of several lines; those of Windows (CR LF) end like all others. */
export function lines(max: number): Joi.StringSchema {
  return Joi.string()
    .allow('')
    .max(max)
    .pattern(/^(?:\r\n|[^\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069])*$/)
    .custom((text: string) => text.replaceAll('\r\n', '\n'))
    .messages(messages);
}

/** One line that is not empty. */
export function filledLine(max: number): Joi.StringSchema {
  return Joi.string()
    .min(1)
    .max(max)
    .pattern(/\S/)
    .pattern(visibleText)
    .messages({
      ...messages,
      'string.pattern.base': '{#label} must be visible text without control characters',
    });
}

/** An identifier in a body or a path. */
export const idShape = /^[0-9A-Za-z][0-9A-Za-z_.-]{0,99}$/;

export function id(): Joi.StringSchema {
  return Joi.string().pattern(idShape).messages({
    'string.pattern.base': '{#label} must be an identifier: letters, digits, "_", "." and "-", at most 100',
  });
}

/** Where a page of a list begins. */
export function cursor(): Joi.StringSchema {
  return Joi.string()
    .max(200)
    .pattern(/^[A-Za-z0-9_-]+$/)
    .description('next_cursor of the previous answer')
    .messages({ 'string.pattern.base': '{#label} must be a next_cursor of an earlier answer' });
}

/**
 * A text that `findFault` accepts. What is wrong with it is found here, so that it is reported together with the faults of the other fields.
 * @param findFault what follows the name of the field in a sentence; `beside`: the fields of the same object.
 */
export function checked(
  text: Joi.StringSchema,
  findFault: (typed: string, beside: Readonly<Record<string, unknown>>) => string | undefined,
): Joi.StringSchema {
  return text
    .custom((typed: string, { error, state }) => {
      const fault = findFault(typed, (state.ancestors as Record<string, unknown>[])[0] ?? {});
      return fault === undefined ? typed : error('text.fault', { fault });
    })
    .messages({ 'text.fault': '{#label} {#fault}' });
}

/** A number that can be dialled, as people type it. Whether it may be is for the policy. */
export function phoneNumber(): Joi.StringSchema {
  return checked(typedNumber(), (typed) => {
    const read = readPhoneNumber(typed);
    return 'fault' in read ? read.fault : undefined;
  });
}

/** What people may type as a number, also one that is refused: it is only looked up. */
export function typedNumber(): Joi.StringSchema {
  const wanted = '{#label} must be a phone number in international format, for example +12025550100';
  return Joi.string()
    .max(40)
    .pattern(typedShape)
    .example('+12025550100')
    .messages({ 'string.pattern.base': wanted, 'string.empty': wanted });
}

/** `+` and 7 to 15 digits, in answers. */
export function e164(): Joi.StringSchema {
  return Joi.string()
    .pattern(/^\+[1-9][0-9]{6,14}$/)
    .example('+12025550100');
}

/** A time as people or programs write it: with its zone (RFC 3339), with or without seconds, on a day that exists. */
export function moment(): Joi.StringSchema {
  return Joi.string()
    .pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/)
    .custom((text: string, { error }) => (isInCalendar(text) ? text : error('moment.none')))
    .messages({
      'string.pattern.base':
        '{#label} must be a time with its zone, like 2026-12-01T09:00:00Z or 2026-12-01T09:00:00+01:00 (in a URL "+" is %2B)',
      'moment.none': '{#label}: there is no such day or time',
    });
}

/** `Date` reads 31 November as 1 December. */
function isInCalendar(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day <= lastDay && !Number.isNaN(Date.parse(text));
}

/** ISO 8601, UTC, milliseconds. */
export function timestamp(): Joi.StringSchema {
  return Joi.string().isoDate().example('2026-03-01T12:00:00.000Z');
}

export function digits(shape = dtmfShape): Joi.StringSchema {
  return Joi.string().pattern(shape).example('1w2#').messages({
    'string.pattern.base': '{#label} must be 1 to 32 of the digits 0-9, A-D, *, # and w (half a second)',
  });
}

export function seconds(): Joi.NumberSchema {
  return Joi.number().min(0);
}

export function fraction(): Joi.NumberSchema {
  return Joi.number().min(0).max(1);
}

/** A field of a view that a client may send back unchanged with an update; it is ignored. */
export function readOnly(): Joi.Schema {
  return Joi.any().strip().description('read-only; ignored when sent back');
}

/** The answer to a DELETE. */
export const deletedView = Joi.object({
  id: Joi.string().required(),
  deleted: Joi.boolean().valid(true).required(),
});
