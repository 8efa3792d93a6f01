/**
 * Where to go after signing in: a path of this service, else the dashboard. Browsers read `//host` and `/\host` as another
 * host, and drop tabs and line ends before they look, so the path is resolved as they would do it and compared.
 */
export function returnPath(asked: string | undefined): string {
  if (asked === undefined || asked.length > 2_048 || !asked.startsWith('/')) return '/';
  const base = 'http://here.invalid';
  if (!URL.canParse(asked, base)) return '/';
  const url = new URL(asked, base);
  const path = url.pathname + url.search + url.hash;
  // `/.//host` resolves to `//host`, which is another host to the next reader.
  return url.origin === base && !path.startsWith('//') ? path : '/';
}
