import { parseArgs } from 'node:util';
import type { MemoryExchange } from '../calls/store.ts';
import { readNumberMemory, writeNumberMemory } from '../detect-cli/memory-file.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { parsePhoneNumber } from '../domain/phone-number.ts';

export const usage = `npm run memory -- export FILE [--number +1… …]
npm run memory -- import FILE

The recordings that the gateway knows from the numbers it has called: fingerprints, never sound. The file names those numbers;
--number, which may be repeated, limits it to some.`;

export type MemoryCommand =
  { act: 'export'; file: string; numbers: string[] | undefined } | { act: 'import'; file: string };

/** @throws AppError `invalid`, with a message for the terminal. */
export function readArguments(argv: readonly string[]): MemoryCommand {
  const { values, positionals } = parse(argv);
  const [act, file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new AppError('invalid', usage);
  if (act === 'export')
    return { act, file, numbers: values.number?.map((typed) => parsePhoneNumber(typed, '--number').e164) };
  if (act !== 'import' || values.number !== undefined) throw new AppError('invalid', usage);
  return { act, file };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: { number: { type: 'string', multiple: true } },
      allowPositionals: true,
    });
  } catch (cause) {
    throw new AppError('invalid', `${describeError(cause)}\n${usage}`, { cause });
  }
}

/** @returns the terminal output. */
export async function runMemoryCommand(
  command: MemoryCommand,
  memory: MemoryExchange,
  nowMs: number,
): Promise<string> {
  if (command.act === 'export') {
    const known = await memory.export(command.numbers);
    writeNumberMemory(command.file, known);
    return `${count(known)} written to ${command.file}`;
  }
  const offered = readNumberMemory(command.file);
  const added = await memory.import(offered, nowMs);
  return `${added} of ${count(offered)} added; the others were known, or their number has enough`;
}

function count(memory: readonly { recordings: readonly unknown[] }[]): string {
  const recordings = memory.reduce((sum, each) => sum + each.recordings.length, 0);
  return `${recordings} recordings of ${memory.length} ${memory.length === 1 ? 'number' : 'numbers'}`;
}
