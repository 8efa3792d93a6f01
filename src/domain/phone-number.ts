import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { AppError } from './errors.ts';

export interface PhoneNumber {
  /** `+` and 7–15 digits (ITU-T E.164). */
  e164: string;
  /** Without `+`: '1', '49', … */
  countryCode: string;
  isPremiumRate: boolean;
}

/**
 * Emergency numbers of the world's networks (ITU-T E.161.1 and national plans). They are refused here, with a message of
 * their own, because a gateway knows no location and may be on hold with someone else.
 */
const emergencyNumbers = new Set(
  '000 08 100 101 102 103 105 106 107 108 110 111 112 113 114 115 116 117 118 119 120 122 123 125 127 128 129 130 131 132 133 140 144 15 150 155 156 158 16 17 18 180 185 190 191 192 193 194 195 196 197 198 199 911 912 913 914 933 988 990 991 992 993 994 995 996 997 998 999 1011 10111'.split(
    ' ',
  ),
);

/** ASCII only: other scripts' digits look like a number to a parser and like something else to a person. */
const typedShape = /^[+0-9 ().\-/\u00a0]{1,40}$/;

/** @throws AppError `invalid`, naming `field`. */
export function parsePhoneNumber(typed: string, field = 'number'): PhoneNumber {
  const text = typed.trim();
  if (!typedShape.test(text)) throw notANumber(field);
  const digits = text.replace(/\D/g, '');
  if (emergencyNumbers.has(digits)) throw emergency(field);
  if (!/^\s*\(?\s*\+/.test(text) || text.indexOf('+') !== text.lastIndexOf('+')) throw notANumber(field);
  const parsed = parsePhoneNumberFromString(`+${digits}`);
  if (parsed === undefined) throw notANumber(field);
  if (emergencyNumbers.has(parsed.nationalNumber)) throw emergency(field);
  if (!/^\+[1-9][0-9]{6,14}$/.test(parsed.number) || !parsed.isPossible()) throw notANumber(field);
  return {
    e164: parsed.number,
    countryCode: parsed.countryCallingCode,
    isPremiumRate: parsed.getType() === 'PREMIUM_RATE',
  };
}

function notANumber(field: string): AppError {
  return new AppError(
    'invalid',
    `"${field}" must be a phone number in international format: + and 7 to 15 digits, for example +12025550100`,
  );
}

function emergency(field: string): AppError {
  return new AppError(
    'refused',
    `"${field}" is an emergency number: call it directly from your phone, this service never dials it`,
  );
}
