import { AppError } from '../domain/errors.ts';

/** `/calls` of `/calls/`; `/` stays. */
export const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, '');

/** Outside the API it is not known here whether there is anything at the path without the slash. */
export function nothingAt(path: string): AppError {
  const advice = withoutSlash(path) === path ? '' : '; try it without the slash at its end';
  return new AppError('not_found', `there is nothing at this path${advice}`);
}
