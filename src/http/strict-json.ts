import { AppError, describeError } from '../domain/errors.ts';

/** Deeper than any body in the contract. */
const maxDepth = 16;
/** Names that reach an object's prototype in code that merges or assigns blindly. */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * JSON restricted to the contract: an object at the top, bounded depth, no duplicate keys (RFC 8259 section 4 leaves
 * their meaning open, so two readers may see different requests), no prototype keys, no NUL and no lone surrogates.
 * @throws AppError `invalid`
 */
export function parseStrictJson(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError('invalid', `the body is not valid JSON: ${whyNot(error)}`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('invalid', '"body" must be a JSON object');
  checkTokens(text);
  return value as Record<string, unknown>;
}

/** V8's message gives the position and the character there: a typographic quote from a phone's keyboard is easily overlooked. */
function whyNot(error: unknown): string {
  return describeError(error)
    .replace(/ is not valid JSON$/, '')
    .replace(/\p{Cc}/gu, ' ');
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs;

interface Level {
  /** Undefined inside an array. */
  keys: Set<string> | undefined;
  expectsKey: boolean;
}

/** @param text valid JSON, so only strings and punctuation need checking. */
function checkTokens(text: string): void {
  const levels: Level[] = [];
  for (const [part] of text.matchAll(token)) {
    const level = levels.at(-1);
    if (part === '{' || part === '[') {
      const isObject = part === '{';
      levels.push({ keys: isObject ? new Set() : undefined, expectsKey: isObject });
      if (levels.length > maxDepth)
        throw new AppError('invalid', `the body is nested deeper than ${maxDepth} levels`);
    } else if (part === '}' || part === ']') {
      levels.pop();
    } else if (part === ',' && level !== undefined) {
      level.expectsKey = level.keys !== undefined;
    } else if (part.startsWith('"')) {
      checkText(part, level);
    }
  }
}

function checkText(quoted: string, level: Level | undefined): void {
  const text = JSON.parse(quoted) as string;
  if (text.includes('\0')) throw new AppError('invalid', 'the body contains a NUL character');
  if (!isWellFormed(text)) throw new AppError('invalid', 'the body contains half a surrogate pair');
  if (level?.keys === undefined || !level.expectsKey) return;
  level.expectsKey = false;
  if (forbiddenKeys.has(text)) throw new AppError('invalid', `"${text}" is not allowed`);
  if (level.keys.has(text)) throw new AppError('invalid', `${JSON.stringify(text)} is given twice`);
  level.keys.add(text);
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
