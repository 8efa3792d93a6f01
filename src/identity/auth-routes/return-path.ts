/**
 * Where to go after sign-in: a path of this service, else the dashboard. Browsers read `//host` and `/\host` as
 * another host and strip tabs and line breaks first, so the path is resolved the way they do it and compared.
 */
export function returnPath(asked: string | undefined): string {
  if (asked === undefined || asked.length > 2_048 || !asked.startsWith('/')) return '/';
  const base = 'http://here.invalid';
  if (!URL.canParse(asked, base)) return '/';
  const url = new URL(asked, base);
  const path = url.pathname + url.search + url.hash;
  // `/.//host` resolves to `//host`, which the next parser takes for another host.
  return url.origin === base && !path.startsWith('//') ? path : '/';
}
