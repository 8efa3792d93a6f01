import { numberRules, withoutField } from '../text/reasons.ts';
import { ApiError, explain, sentence } from './errors.ts';

/** A refusal, and the form field it belongs to. */
export interface Refusal {
  /** Undefined: it concerns the whole form. */
  field: string | undefined;
  text: string;
}

/** Next to its field the sentence needs no field's name: `"intent" must be …` becomes *This must be …*, `"number" is …` *This number is …*. */
function inPlace(detail: string): string {
  if (/must be a phone number/.test(detail)) return 'type the number with its country, like +1 202 555 0100';
  if (/is an emergency number/.test(detail))
    return 'call emergency numbers from your phone: I never dial them';
  return withoutField(detail);
}

/** A refusal's sentence where its field is known from its place. */
export const tellRefusal = (detail: string): string => sentence(inPlace(detail));

/**
 * Finds a refusal's field: `detail` begins with the field in quotation marks (`"number" must be …`) or with the rule
 * that refused (`allowed_countries: "number" is in …`). Nested fields (`"services.recording"`) fall back to
 * their first part unless the form has them. Of several fields the first is shown, in its place; the others once it is right.
 */
export function placeRefusal(error: unknown, fields: readonly string[]): Refusal {
  if (!(error instanceof ApiError)) return { field: undefined, text: explain(error) };
  const [detail = ''] = error.detail.split(/; (?=")/);
  const text = explain(new ApiError(error.status, inPlace(detail)));
  const named = /"([A-Za-z_][\w.[\]]*)"/.exec(detail)?.[1];
  const rule = /^([a-z_]+):/.exec(detail)?.[1];
  const wanted = [
    named,
    named?.split(/[.[]/)[0],
    rule !== undefined && numberRules.includes(rule) ? 'number' : undefined,
    /emergency/.test(detail) ? 'number' : undefined,
  ];
  return { field: wanted.find((name) => name !== undefined && fields.includes(name)), text };
}

/**
 * What stands under a field; '' for nothing.
 * @param fields the field's names in the API; undefined: also what concerns the whole form.
 */
export function faultAt(refusal: Refusal | undefined, ...fields: (string | undefined)[]): string {
  return refusal !== undefined && fields.includes(refusal.field) ? refusal.text : '';
}
