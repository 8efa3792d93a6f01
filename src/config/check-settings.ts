import type joi from 'joi';
import { AppError } from '../domain/errors.ts';
import { type CheckedSettings, contradictionsOf } from './contradictions.ts';
import { listVariables, schema, type SettingName, settings, variables } from './schema.ts';
import { ruleOf } from './setting-kinds.ts';

/**
 * The settings of an environment, each checked, with the defaults of those that are not set.
 * @throws AppError `invalid` with a line for each fault, so that all can be fixed before the next start.
 */
export function checkSettings(environment: Record<string, string | undefined>): CheckedSettings {
  const given = givenSettings(environment);
  const { value, error } = schema.validate(given) as joi.ValidationResult<CheckedSettings>;
  const checked = value ?? given;
  const faults = new Set([...(error?.details ?? []).map(faultText), ...contradictionsOf(checked)]);
  if (faults.size > 0) throw new AppError('invalid', [...faults].join('\n'));
  return checked;
}

/** Without empty ones: that is how Docker Compose passes a variable that is not set. */
function givenSettings(environment: Record<string, string | undefined>): CheckedSettings {
  const given: Partial<Record<SettingName, unknown>> = {};
  for (const name of variables) {
    const text = environment[name]?.trim();
    if (text === undefined) continue;
    if (listVariables.includes(name)) given[name] = text.split(/[\s,]+/).filter((item) => item !== '');
    else if (text !== '') given[name] = text;
  }
  return given;
}

/** In a list, the path leads to the item. A secret is not quoted. */
function faultText({ path: [name], context }: joi.ValidationErrorItem): string {
  const { must = '', isSecret = true } = ruleOf(settings[name as SettingName]) ?? {};
  const found = isSecret ? '' : `, not ${JSON.stringify(context?.value)}`;
  return `${name} must be ${must}${found}`;
}
