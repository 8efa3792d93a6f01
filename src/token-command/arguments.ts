import { parseArgs } from 'node:util';
import { AppError } from '../domain/errors.ts';
import { tokenBody } from '../identity/tokens/contract.ts';

export type TokenCommand =
  | { act: 'create'; name: string; expiresInDays: number | undefined }
  | { act: 'list' }
  | { act: 'revoke'; id: string };

export const usage = `npm run token -- create --name NAME [--expires-days N]
npm run token -- list
npm run token -- revoke ID`;

/** @throws AppError `invalid`, with a sentence for the terminal. */
export function readArguments(argv: readonly string[]): TokenCommand {
  const { values, positionals } = parse(argv);
  const [act, ...rest] = positionals;
  if (act === 'create' && rest.length === 0) return readCreate(values);
  if (values.name !== undefined || values['expires-days'] !== undefined)
    throw new AppError('invalid', `only create takes options\n${usage}`);
  if (act === 'list' && rest.length === 0) return { act };
  const [id] = rest;
  if (act === 'revoke' && id !== undefined && rest.length === 1) return { act, id };
  throw new AppError('invalid', usage);
}

function readCreate(values: { name?: string; 'expires-days'?: string }): TokenCommand {
  const days = values['expires-days'];
  if (days !== undefined && !/^[0-9]{1,4}$/.test(days))
    throw new AppError('invalid', '--expires-days must be a number of days');
  const body = { name: values.name, ...(days === undefined ? {} : { expires_in_days: Number(days) }) };
  const { error } = tokenBody.validate(body, { convert: false });
  if (error !== undefined) throw new AppError('invalid', `${error.message}\n${usage}`);
  return { act: 'create', name: values.name ?? '', expiresInDays: body.expires_in_days };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: { name: { type: 'string' }, 'expires-days': { type: 'string' } },
      allowPositionals: true,
    });
  } catch (cause) {
    throw new AppError('invalid', `${cause instanceof Error ? cause.message : String(cause)}\n${usage}`, {
      cause,
    });
  }
}
