import { withLocalTimes } from './days.ts';

/** The gateway's reasons without what is only for its log and raw events. */

/** Rules of the dialling policy that concern the number, whatever field they name. */
export const numberRules = ['allowed_countries', 'blocked_prefixes', 'blocked_number_types', 'emergency'];

const ruleName = /^([a-z]+(?:_[a-z]+)+): /;
const ruleOf = (detail: string): string | undefined => ruleName.exec(detail)?.[1];

/** Without the rule and the field that it begins with: `allowed_countries: "number" is in …` becomes *this number is in …*. */
export function withoutField(detail: string): string {
  const isOfNumber = numberRules.includes(ruleOf(detail) ?? '');
  return detail.replace(ruleName, '').replace(/^"[\w.[\]]+" /, isOfNumber ? 'this number ' : 'this ');
}

/**
 * Without protocol codes, rules and settings: `the line is busy (SIP 486, Q.850 cause 17)` becomes *the line is busy*. The owner, who reads
 * it, is *you*.
 */
export function plainReason(reason: string): string {
  // Elsewhere a name in quotation marks is a device's.
  const told = numberRules.includes(ruleOf(reason) ?? '') ? withoutField(reason) : reason;
  return withLocalTimes(told)
    .replace(ruleName, '')
    .replace(/^the owner (?=answered$|sent the call back)/, 'you ')
    .replace(/\s*\((?:SIP|Q\.850)[^)]*\)/g, '')
    .replace(/^STT_ENGINE is none$/, 'no recogniser is set up');
}
