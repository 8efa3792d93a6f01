import { parseArgs } from 'node:util';
import { AppError, describeError } from '../domain/errors.ts';
import type { Scope } from '../domain/scope.ts';
import { tokenBody } from '../identity/tokens/contract.ts';

export type TokenCommand =
  | { act: 'create'; name: string; scope: Scope; expiresInDays: number | undefined }
  | { act: 'list' }
  | { act: 'link' }
  | { act: 'revoke'; id: string };

/** The default scope is the API's. */
export const usage = `npm run token -- create --name NAME [--scope read|calls|admin] [--expires-days N]
npm run token -- list
npm run token -- revoke ID
npm run token -- link`;

/** @throws AppError `invalid`, with a message for the terminal. */
export function readArguments(argv: readonly string[]): TokenCommand {
  const { values, positionals } = parse(argv);
  const [act, ...rest] = positionals;
  if (act === 'create') return readCreate(values, rest);
  if (Object.keys(values).length > 0) throw new AppError('invalid', `only create takes options\n${usage}`);
  if ((act === 'list' || act === 'link') && rest.length === 0) return { act };
  const [id] = rest;
  if (act === 'revoke' && id !== undefined && rest.length === 1) return { act, id };
  throw new AppError('invalid', usage);
}

function readCreate(values: Options, [extra]: string[]): TokenCommand {
  if (extra !== undefined)
    throw new AppError('invalid', `"${extra}" is no option; quote a name of several words\n${usage}`);
  const days = values['expires-days'];
  if (days !== undefined && !/^[0-9]{1,4}$/.test(days))
    throw new AppError('invalid', '--expires-days must be a number of days');
  const asked = {
    name: values.name,
    scope: values.scope,
    ...(days === undefined ? {} : { expires_in_days: Number(days) }),
  };
  const { error, value } = tokenBody.validate(asked, { convert: false });
  if (error !== undefined) throw new AppError('invalid', `${namingOptions(error.message)}\n${usage}`);
  const { name, scope, expires_in_days: expiresInDays } = value as typeof asked & CheckedBody;
  return { act: 'create', name, scope, expiresInDays };
}

/** The API's refusal, for somebody who typed options and has never seen the API's fields. */
function namingOptions(refusal: string): string {
  return refusal.replace(/^"expires_in_days"/, '--expires-days').replace(/^"(name|scope)"/, '--$1');
}

/** What the schema guarantees. */
interface CheckedBody {
  name: string;
  scope: Scope;
}

interface Options {
  name?: string;
  scope?: string;
  'expires-days'?: string;
}

function parse(argv: readonly string[]): { values: Options; positionals: string[] } {
  try {
    return parseArgs({
      args: [...argv],
      options: { name: { type: 'string' }, scope: { type: 'string' }, 'expires-days': { type: 'string' } },
      allowPositionals: true,
    });
  } catch (cause) {
    throw new AppError('invalid', `${describeError(cause)}\n${usage}`, { cause });
  }
}
