import { AppError } from '../domain/errors.ts';

/** Values for the `${NAME}` placeholders in the configuration templates, by name. */
export type TemplateValues = Readonly<Record<string, string>>;

/** The placeholder names, from a `variables.txt`. */
export function parseVariableNames(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
}

/**
 * Replaces `${NAME}` for the given names only; any other `${…}` belongs to the dialplan. Pure.
 *
 * @throws AppError `invalid` naming the variable when a name in use has no value, or one that an Asterisk
 * configuration file cannot carry.
 */
export function renderTemplate(text: string, names: readonly string[], values: TemplateValues): string {
  const known = new Set(names);
  return text.replace(/\$\{([A-Z][A-Z0-9_]*)\}/g, (place, name: string) => {
    if (!known.has(name)) return place;
    const value = values[name];
    if (value === undefined) throw new AppError('invalid', `${name} has no value`);
    return escapeConfigValue(name, value);
  });
}

/**
 * Escapes a value for the right side of `=` in an Asterisk configuration file: `;` begins a comment there and becomes
 * `\;`. What cannot be escaped is refused: line breaks would begin another setting, surrounding blanks are trimmed, a
 * leading `>` would turn `=` into `=>`, and a backslash before `;` or at the end would swallow the escape.
 */
export function escapeConfigValue(name: string, value: string): string {
  // oxlint-disable-next-line no-control-regex -- this is a search for control characters
  if (/[\u0000-\u001f\u007f]/.test(value))
    throw new AppError('invalid', `${name} contains a control character`);
  if (value !== value.trim()) throw new AppError('invalid', `${name} begins or ends with a blank`);
  if (value === '') throw new AppError('invalid', `${name} is empty`);
  if (value.startsWith('>'))
    throw new AppError('invalid', `${name} begins with ">", which Asterisk cannot read`);
  if (/\\(?:;|$)/.test(value)) {
    throw new AppError(
      'invalid',
      `${name} has a backslash before ";" or at its end, which Asterisk cannot read`,
    );
  }
  return value.replaceAll(';', '\\;');
}
