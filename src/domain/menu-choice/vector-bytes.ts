import { readFileSync } from 'node:fs';

const file = new URL('word-vectors.bin', import.meta.url);
let bytes: Buffer | undefined;

/**
 * For each term of word-vectors.ts a scale as float32, little endian, then for each term its vector as int8. Read for the first text that is
 * compared: as text in a source, every process that imports the domain would parse them at its start, which takes half a second.
 */
export function vectorBytes(): Buffer {
  bytes ??= readFileSync(file);
  return bytes;
}
