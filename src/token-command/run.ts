import { linkMinutes, type LinkDesk } from '../identity/links/link-desk.ts';
import type { TokenDesk } from '../identity/tokens/token-desk.ts';
import type { TokenRow } from '../identity/tokens/token-store.ts';
import type { TokenCommand } from './arguments.ts';

/** The terminal output: only the secret goes to standard output, so that it can be piped. */
export interface Printed {
  output: string;
  note: string;
}

export async function runTokenCommand(
  command: TokenCommand,
  {
    tokens,
    links,
    absence,
  }: {
    tokens: TokenDesk;
    links: LinkDesk;
    /** Says that no service is running for the link to lead to. */
    absence?: string;
  },
): Promise<Printed> {
  if (command.act === 'create') {
    const { row, secret } = await tokens.create(command.name, command);
    return { output: secret, note: `${describe(row)}\nThe token is shown only once.` };
  }
  if (command.act === 'revoke') {
    const [, ...children] = await tokens.revoke(command.id);
    const withIt =
      children.length === 0 ? '' : `, and with it the tokens made with it (${children.join(', ')})`;
    return { output: '', note: `${command.id} is revoked${withIt}; open streams close within seconds.` };
  }
  if (command.act === 'link')
    return {
      output: await links.create(),
      note: [
        `It signs in one browser, within ${linkMinutes} minutes.`,
        ...(absence === undefined ? [] : [absence]),
      ].join('\n'),
    };
  const rows = await tokens.list();
  return { output: rows.map(describe).join('\n'), note: rows.length === 0 ? 'There is no token.' : '' };
}

function describe(row: TokenRow): string {
  const verb = (row.expiresAtMs ?? Infinity) > Date.now() ? 'expires' : 'expired';
  const expires = row.expiresAtMs === null ? 'never expires' : `${verb} ${day(row.expiresAtMs)}`;
  const used = row.lastUsedAtMs === null ? 'never used' : `last used ${day(row.lastUsedAtMs)}`;
  const madeWith = row.parentId === null ? '' : `, made with ${row.parentId}`;
  return `${row.id}  ${row.name}  ${row.scope}  created ${day(row.createdAtMs)}, ${used}, ${expires}${madeWith}`;
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ') + ' UTC';
}
