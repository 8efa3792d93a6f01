/** The path goes to the provider and back in the sign-in's cookie, of which browsers keep 4,096 bytes (RFC 6265bis section 5.6). */
const longestPath = 2_048;

/**
 * Where to go after sign-in: a path of this service, else the dashboard. Browsers read `//host` and `/\host` as
 * another host and strip tabs and line breaks first, so the path is resolved the way they do it and compared.
 */
export function returnPath(asked: string | undefined): string {
  if (asked === undefined || asked.length > longestPath || !asked.startsWith('/')) return '/';
  const base = 'http://here.invalid';
  if (!URL.canParse(asked, base)) return '/';
  const url = new URL(asked, base);
  const path = url.pathname + url.search + url.hash;
  // Percent-encoding makes it longer. `/.//host` resolves to `//host`, which the next parser takes for another host.
  return url.origin === base && path.length <= longestPath && !path.startsWith('//') ? path : '/';
}
