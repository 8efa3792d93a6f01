import Joi from 'joi';

/** The values that several bodies share. */

/** No control characters, line or paragraph separators, and no marks that reorder text on a screen (Unicode TR 36). */
const visibleText = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/;

const messages = {
  'string.pattern.base': '{#label} must not contain control characters',
  'string.empty': '{#label} must not be empty',
};

/** One line for people, at most `max` UTF-16 units; may be empty. */
export function line(max: number): Joi.StringSchema {
  return Joi.string().allow('').max(max).pattern(visibleText).messages(messages);
}

/** Text of several lines. */
export function lines(max: number): Joi.StringSchema {
  return Joi.string()
    .allow('')
    .max(max)
    .pattern(/^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/)
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

/** As people type it; `parsePhoneNumber` decides whether it is a number. */
export function phoneNumber(): Joi.StringSchema {
  return line(40).invalid('').example('+12025550100').messages({
    'any.invalid': '{#label} must be a phone number in international format, for example +12025550100',
  });
}

/** `+` and 7 to 15 digits, in answers. */
export function e164(): Joi.StringSchema {
  return Joi.string()
    .pattern(/^\+[1-9][0-9]{6,14}$/)
    .example('+12025550100');
}

/** ISO 8601, UTC, milliseconds. */
export function timestamp(): Joi.StringSchema {
  return Joi.string().isoDate().example('2026-03-01T12:00:00.000Z');
}

export function digits(): Joi.StringSchema {
  return Joi.string()
    .pattern(/^[0-9A-D*#w]{1,32}$/)
    .example('1w2#')
    .messages({
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
