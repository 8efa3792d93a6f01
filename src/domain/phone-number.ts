import {
  type PhoneNumber as ParsedNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max';
import { countriesSharing } from './calling-codes.ts';
import { AppError } from './errors.ts';
import { northAmericanKind, numberKinds, type NumberKind } from './number-kinds.ts';

export interface PhoneNumber {
  /** `+` and 7–15 digits (ITU-T E.164). */
  e164: string;
  /** Without `+`: '1', '49', … */
  countryCode: string;
  /**
   * ISO 3166 codes of the countries that it belongs to: one for nearly every number, several for a number of a shared plan, all countries
   * of the calling code for a toll-free number, none for a network's number.
   */
  countries: readonly string[];
  kind: NumberKind;
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

/**
 * What may separate the digits, typed or copied from a page: spaces, dashes, dots, brackets. Only ASCII digits are accepted: those of other
 * scripts are a number to a parser, and may look like something else to a person.
 */
export const typedShape =
  /^[+0-9 ().\-/[\]\u00a0\u2007\u2009\u202f\u2010-\u2015\u2212\u200e\u202a\u202c\u202d\u2066\u2068\u2069]{1,40}$/;
/** Invisible; they come with numbers copied from an address book (an iPhone's: U+202D … U+202C) and do not reorder anything. */
const leftToRightMarks = /[\u200e\u202a\u202c\u202d\u2066\u2068\u2069]/g;

/** Why a text is no number that can be dialled. */
export interface NumberFault {
  code: 'invalid' | 'refused';
  /** What follows the name of the field in a sentence. */
  fault: string;
}

const notANumber: NumberFault = {
  code: 'invalid',
  fault: 'must be a phone number in international format: + and 7 to 15 digits, for example +12025550100',
};
const emergency: NumberFault = {
  code: 'refused',
  fault: 'is an emergency number: call it directly from your phone, this service never dials it',
};

/** @throws AppError `invalid`, `refused` (an emergency number), naming `field`. */
export function parsePhoneNumber(typed: string, field = 'number'): PhoneNumber {
  const read = readPhoneNumber(typed);
  if ('fault' in read) throw new AppError(read.code, `"${field}" ${read.fault}`);
  return read;
}

export function readPhoneNumber(typed: string): PhoneNumber | NumberFault {
  const text = typed.replace(leftToRightMarks, '').trim();
  if (!typedShape.test(text)) return notANumber;
  const digits = text.replace(/\D/g, '');
  if (emergencyNumbers.has(digits)) return emergency;
  if (!/^[([]?\s*\+/.test(text) || text.indexOf('+') !== text.lastIndexOf('+')) return notANumber;
  const typedNumber = parsePhoneNumberFromString(`+${digits}`);
  if (typedNumber === undefined) return notANumber;
  // A typed trunk prefix (+44 0…) is not dialled: from here on only what is dialled is checked.
  const parsed = parsePhoneNumberFromString(typedNumber.number);
  if (parsed === undefined || parsed.number !== typedNumber.number) return notANumber;
  if (emergencyNumbers.has(parsed.nationalNumber)) return emergency;
  if (!/^\+[1-9][0-9]{6,14}$/.test(parsed.number) || !parsed.isPossible()) return wrongLength(parsed);
  return {
    e164: parsed.number,
    countryCode: parsed.countryCallingCode,
    countries: countriesOf(parsed),
    kind: kindOf(parsed),
  };
}

/** How people write a number. */
export interface WrittenDigits {
  callingCode: string;
  /** As they are dialled within its country: `02079460958`; undefined if it is none of that country. */
  national: string | undefined;
  /** Without the prefix for that: `2079460958`. */
  bare: string;
}

/** The digits of a number in international format; undefined for anything else. */
export function digitsOfNumber(typed: string): WrittenDigits | undefined {
  const number = parsePhoneNumberFromString(typed);
  if (number === undefined) return undefined;
  const { countryCallingCode: callingCode, nationalNumber: bare } = number;
  if (callingCode === '1') return { callingCode, bare, national: bare };
  // What is not a number of that country is formatted without its prefix.
  const national = number.isValid() ? number.formatNational().replace(/\D/g, '') : undefined;
  return { callingCode, bare, national };
}

/** As people write it: `+1 202 555 0100`. */
export function formatPhoneNumber(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}

function countriesOf(parsed: ParsedNumber): readonly string[] {
  if (!parsed.isValid()) return parsed.country === undefined ? [] : [parsed.country];
  if (parsed.getType() === 'TOLL_FREE') return countriesSharing(parsed.countryCallingCode);
  return parsed.getPossibleCountries();
}

function kindOf(parsed: ParsedNumber): NumberKind {
  const special = northAmericanKind(parsed.number);
  if (special !== undefined) return special;
  const type = parsed.isValid() ? parsed.getType()?.toLowerCase() : undefined;
  return numberKinds.find((kind) => kind === type) ?? 'unknown';
}

function wrongLength({ number, countryCallingCode }: ParsedNumber): NumberFault {
  const wrong = validatePhoneNumberLength(number);
  const length =
    wrong === 'TOO_SHORT'
      ? 'is too short'
      : wrong === 'TOO_LONG'
        ? 'is too long'
        : 'does not have the length';
  return {
    code: 'invalid',
    fault: `${length} for a phone number that begins with +${countryCallingCode}: ${number}`,
  };
}
