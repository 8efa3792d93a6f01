/** From a position on, or the last bytes of the file (RFC 9110, section 14.1.2). */
const oneRange = /^bytes=[ \t]*(?:(?<first>\d+)-(?<last>\d*)|-(?<tail>\d+))[ \t]*$/i;

/**
 * The requested byte range. Multiple ranges, other units and malformed headers get the whole file, as section 14.2 allows or demands.
 * range-parser (1.3.0) is not used: it rejects a request for the last 64 KiB of a shorter file, and a range that ends before it begins.
 * @returns `whole`, or the first and last byte; undefined when the range is not in the file.
 */
export function chooseRange(
  { range, ifRange }: { range: string | undefined; ifRange: string | undefined },
  bytes: number,
  etag: string,
): 'whole' | { start: number; end: number } | undefined {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return 'whole';
  const { first, last, tail } = oneRange.exec(range)?.groups ?? {};
  if (tail !== undefined) {
    // Players ask for the last 64 KiB, however short the file is.
    const length = Math.min(Number(tail), bytes);
    return length === 0 ? undefined : { start: bytes - length, end: bytes - 1 };
  }
  if (first === undefined) return 'whole';
  const start = Number(first);
  const end = last === undefined || last === '' ? Infinity : Number(last);
  if (end < start) return 'whole';
  return start < bytes ? { start, end: Math.min(end, bytes - 1) } : undefined;
}
