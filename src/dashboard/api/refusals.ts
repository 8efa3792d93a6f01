import { nameCountry } from '../text/countries.ts';
import { ApiError, explain, sentence } from './errors.ts';

/** A refusal, and the form field it belongs to. */
export interface Refusal {
  /** Undefined: it concerns the whole form. */
  field: string | undefined;
  text: string;
}

/** Next to its field the sentence needs no field's name: `"intent" must be …` becomes *This must be …*. */
function inPlace(detail: string): string {
  return named(detail).replace(/^([a-z_]+: )?"[\w.[\]]+" /, 'this ');
}

/** What an owner can do about it, where that is plain; countries as people call them: `"number" belongs to GB; allowed are US` becomes *not allowed: United Kingdom; allowed: United States*. */
function named(detail: string): string {
  if (/must be a phone number/.test(detail)) return 'type the number with its country, like +1 202 555 0100';
  if (/is an emergency number/.test(detail))
    return 'call emergency numbers from your phone: I never dial them';
  if (!detail.startsWith('allowed_countries:')) return detail;
  return detail
    .replace(/"\w+" belongs to/, 'not an allowed country:')
    .replace('allowed are', 'allowed:')
    .replace(/\b[A-Z]{2}\b/g, nameCountry);
}

/** A refusal's sentence where its field is known from its place. */
export const tellRefusal = (detail: string): string => sentence(inPlace(detail));

/** Rules of the dialling policy that concern the number, whatever field they name. */
const numberRules = ['allowed_countries', 'blocked_prefixes', 'blocked_number_types', 'emergency'];

/**
 * Finds a refusal's field: `detail` begins with the field in quotation marks (`"number" must be …`) or with the rule
 * that refused (`allowed_countries: "number" belongs to …`). Nested fields (`"services.recording"`) fall back to
 * their first part unless the form has them.
 */
export function placeRefusal(error: unknown, fields: readonly string[]): Refusal {
  if (!(error instanceof ApiError)) return { field: undefined, text: explain(error) };
  const text = explain(new ApiError(error.status, inPlace(error.detail)));
  const named = /"([A-Za-z_][\w.[\]]*)"/.exec(error.detail)?.[1];
  const rule = /^([a-z_]+):/.exec(error.detail)?.[1];
  const wanted = [
    named,
    named?.split(/[.[]/)[0],
    rule !== undefined && numberRules.includes(rule) ? 'number' : undefined,
    /emergency/.test(error.detail) ? 'number' : undefined,
  ];
  return { field: wanted.find((name) => name !== undefined && fields.includes(name)), text };
}
