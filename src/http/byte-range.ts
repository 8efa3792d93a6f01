import parseRange from 'range-parser';

/**
 * The requested byte range (RFC 9110, section 14). Multiple ranges, other units and malformed headers get the whole
 * file, as the RFC allows.
 * @returns `whole`, or the first and last byte; undefined when the range is not in the file.
 */
export function chooseRange(
  { range, ifRange }: { range: string | undefined; ifRange: string | undefined },
  bytes: number,
  etag: string,
): 'whole' | { start: number; end: number } | undefined {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return 'whole';
  const parsed = parseRange(bytes, range);
  if (parsed === -1) return undefined;
  if (parsed === -2 || parsed.type !== 'bytes' || parsed.length !== 1) return 'whole';
  const [part] = parsed;
  return part === undefined ? 'whole' : { start: part.start, end: part.end };
}
