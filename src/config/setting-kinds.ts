import { isIPv6 } from 'node:net';
import joi from 'joi';
import { isCountry } from '../domain/calling-codes.ts';
import { findAppError } from '../domain/errors.ts';
import { isHttpsOrLoopback } from '../domain/ip-address.ts';
import { parsePhoneNumber } from '../domain/phone-number.ts';

/** What a setting must be, in words that follow "must be". */
export interface SettingRule {
  must: string;
  /** Its value appears in no message. */
  isSecret: boolean;
}

function described<Schema extends joi.Schema>(schema: Schema, must: string, isSecret = false): Schema {
  return schema.meta({ must, isSecret } satisfies SettingRule) as Schema;
}

/** The rule of a setting; of a list, that of each of its items. */
export function ruleOf(schema: joi.Schema): SettingRule | undefined {
  const { metas = [] } = schema.describe() as { metas?: SettingRule[] };
  return metas.at(-1);
}

type Check = (text: string) => boolean;

/** @param check whether the text is one; joi's own checks go first. */
function text(must: string, check: Check, schema: joi.StringSchema = joi.string()): joi.StringSchema {
  return described(
    schema.custom((value: string, helpers) => (check(value) ? value : helpers.error('any.invalid'))),
    must,
  );
}

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(value);

export const port = described(joi.number().integer().min(1).max(65_535), 'a port, 1 to 65535');

export const flag = described(joi.boolean().truthy('yes', '1').falsy('no', '0').default(false), 'yes or no');

export function whole(min: number, max: number): joi.NumberSchema {
  return described(joi.number().integer().min(min).max(max), `a whole number, ${min} to ${max}`);
}

export function number(min: number, max: number): joi.NumberSchema {
  return described(joi.number().min(min).max(max), `a number, ${min} to ${max}`);
}

export function positive(max: number): joi.NumberSchema {
  return described(joi.number().positive().max(max), `a number above 0, up to ${max}`);
}

export function oneOf(values: readonly string[]): joi.StringSchema {
  return described(joi.string().valid(...values), `one of ${values.join(', ')}`);
}

/** Of items separated by commas or blanks. */
export function list(item: joi.Schema): joi.ArraySchema {
  const { must = '', isSecret = false } = ruleOf(item) ?? {};
  return described(joi.array().items(item).single(false).sparse(false), must, isSecret);
}

/** Docker and systemd pass on quotes that a shell would remove: a folder's name would then contain them. */
const isUnquoted: Check = (value) => !/^(["']).*\1$/s.test(value);

export const plain = text('a text without quotes around it', isUnquoted);

/** One line of printable text: anything else would break the configuration file it is written into. */
export const word = text(
  'one word without quotes, brackets or semicolons',
  (value) => /^[^\s;"\\[\]{}<>|,\u0000-\u001f\u007f]+$/.test(value) && isUnquoted(value),
);

export function secret(minLength = 1): joi.StringSchema {
  const size = minLength > 1 ? `at least ${minLength} characters of ` : '';
  return described(
    joi
      .string()
      .min(minLength)
      .pattern(/^[\u0021-\u007e]+$/),
    `${size}printable ASCII without spaces`,
    true,
  );
}

/** In any alphabet. */
export const anySecret = described(joi.string(), 'a text', true);

export const encryptionKey = described(
  joi.string().pattern(/^(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/_-]{43}=?)$/),
  '32 random bytes as base64 or hexadecimal',
  true,
);

export const host = described(joi.string().hostname(), 'a host name or an IP address');

/** Asterisk gets no IPv6 addresses from this service. */
export const ipv4OrName = text('an IPv4 address or a host name', isIpv4OrName);
export const ipv4OrNameOrAuto = text('an IPv4 address, a host name or auto', isIpv4OrName).lowercase();

function isIpv4OrName(value: string): boolean {
  return joi.string().hostname().validate(value).error === undefined && !isIPv6(value);
}

export const hostAndPort = text('a host or host:port', (value) => {
  const [name, number, ...others] = value.split(':');
  const isHost = /^[A-Za-z0-9.-]+$/.test(name ?? '') && isIpv4OrName(name ?? '');
  return isHost && others.length === 0 && port.validate(number).error === undefined;
});

/** It may hold a password. */
export function address(...schemes: string[]): joi.StringSchema {
  return described(
    joi
      .string()
      .uri({ scheme: schemes })
      // joi takes any number for a port.
      .custom((value: string, helpers) => (URL.canParse(value) ? value : helpers.error('any.invalid'))),
    `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    true,
  );
}

/** Of an identity provider. Plain http goes no further than this machine (identity/provider/discovery.ts). */
export const issuer = described(
  joi
    .string()
    .uri({ scheme: ['http', 'https'] })
    .custom((value: string, helpers) =>
      URL.canParse(value) && isHttpsOrLoopback(new URL(value)) ? value : helpers.error('any.invalid'),
    ),
  'an address that begins with https:// (http:// only for localhost)',
  true,
);

export const wyomingAddress = text(
  'tcp://host:port',
  (value) => /^tcp:\/\/[^\s/:]+:[0-9]{1,5}$/.test(value) && URL.canParse(value),
);

/** The address of a speech engine; what it must look like depends on the engine (`contradictions.ts`). */
export const serverAddress = described(joi.string(), 'an address', true);

/** Pages, the sign-in and phones' links are at its root. It is normalised to the form that browsers use, which compare it as text. */
export const rootAddress = described(
  joi.string().custom((value: string, helpers) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const isRoot = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    return isRoot ? url.origin : helpers.error('any.invalid');
  }),
  'https://host or https://host:port and no more',
);

export const sqliteFile = described(joi.string().pattern(/^file:./), 'a SQLite file, file:…', true);

export const turnAddress = described(
  joi.string().pattern(/^turns?:[^\s?]+(\?transport=(udp|tcp))?$/),
  'turn:host:port or turns:host:port',
  true,
);

export const network = described(
  joi.string().ip({ version: ['ipv4'], cidr: 'required' }),
  'networks such as 192.168.0.0/16',
);

/** `sub:` and `email:` select what is compared; see identity/owner.ts. */
export const owner = text(
  'a subject, an e-mail address, sub:SUBJECT or email:ADDRESS',
  (value) => /^(?!(?:sub|email):$)(?!email:[^@]*$)/.test(value) && isUnquoted(value),
);

const isSpoken: Check = (value) =>
  /^(?!sound:(?![A-Za-z0-9][A-Za-z0-9/_-]{0,79}$)).{1,500}$/s.test(value) && isUnquoted(value);

/** One of Asterisk's sounds, a WAV file, or a text to speak. */
export const spoken = text(
  'sound:name, file:/path/of/a.wav or a text of at most 500 characters, without quotes around it',
  isSpoken,
);

/** Several, separated by `|`. */
export const spokenInTurn = text(
  'sound:name, file:/path/of/a.wav or a text of at most 500 characters, without quotes around it; several are separated by |',
  (value) =>
    isUnquoted(value) && value.split('|').every((part) => part.trim() === '' || isSpoken(part.trim())),
);

export const language = text('a language such as en or de', matches(/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/));

export const phoneNumber = described(
  joi.string().custom((value: string, helpers) => {
    try {
      return parsePhoneNumber(value, '') && value;
    } catch (error) {
      if (findAppError(error) === undefined) throw error;
      return helpers.error('any.invalid');
    }
  }),
  'a phone number in international format that is no emergency number, for example +12025550100',
);

export const prefix = text('prefixes in international format, +…', matches(/^\+[0-9]{1,15}$/));
export const callingCode = text('country calling codes such as +44', matches(/^\+?[1-9][0-9]{0,2}$/));
export const country = text('ISO 3166 codes such as US', isCountry).uppercase();
