/**
 * How strictly this machine's apt checks the dates of a repository's Release file (apt.conf(5), sources.list(5)). The
 * private apt uses the same settings: neither stricter nor laxer than the administrator decided.
 */
export interface ReleaseValidity {
  /** Lines for an apt.conf. */
  readonly settings: readonly string[];
  /** Options of the mirror's own entry in sources.list form: `check-valid-until=no`. */
  readonly sourceOptions: readonly string[];
}

/** Accepts an expired Release file for one run; named so that nobody sets it by accident. */
const staleReleaseVariable = 'HOLDFAST_ALLOW_STALE_RELEASE';

/** apt.conf(5): may be limited to one origin, as in `::Debian`. */
const dateSetting =
  /^Acquire::(?:Check-Valid-Until|Check-Date|Max-FutureTime|Min-ValidTime|Max-ValidTime)(?:::\S+)? "[^"]*";$/;

const ignoredDateOptions = [
  'check-valid-until',
  'check-date',
  'date-max-future',
  'valid-until-min',
  'valid-until-max',
] as const;

/** The lines of `apt-config dump` that control date checks. */
export function readDateSettings(aptConfigDump: string): string[] {
  return aptConfigDump.split('\n').filter((line) => dateSetting.test(line));
}

export function mayReleaseBeStale(env: NodeJS.ProcessEnv): boolean {
  return env[staleReleaseVariable] === 'yes';
}

/** An entry in apt's sources: its repositories, and its options with names in lower case. */
interface SourceEntry {
  readonly uris: readonly string[];
  readonly suites: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/** The options of this repository and suite in a sources file; empty if it has none. */
export function readSourceOptions(
  file: string,
  text: string,
  uri: string,
  suite: string,
): ReadonlyMap<string, string> {
  const entries = file.endsWith('.sources') ? parseStanzas(text) : parseLines(text);
  const bare = (address: string): string => address.replace(/\/+$/, '');
  const entry = entries.find(
    ({ uris, suites }) => uris.some((one) => bare(one) === bare(uri)) && suites.includes(suite),
  );
  return entry?.options ?? new Map<string, string>();
}

export function dateOptions(options: ReadonlyMap<string, string>): string[] {
  return ignoredDateOptions.flatMap((name) => {
    const value = options.get(name);
    return value !== undefined && /^\w+$/.test(value) ? [`${name}=${value}`] : [];
  });
}

/** One-line format: `deb [option=value …] uri suite component…`. */
function parseLines(text: string): SourceEntry[] {
  const entries: SourceEntry[] = [];
  for (const line of text.split('\n')) {
    const match = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)/.exec(line);
    if (match === null) continue;
    const [, options = '', uri = '', suite = ''] = match;
    const pairs = options
      .split(/\s+/)
      .map((option) => option.split('='))
      .map(([name = '', value = '']) => [name.toLowerCase(), value] as const);
    entries.push({ uris: [uri], suites: [suite], options: new Map(pairs) });
  }
  return entries;
}

/** deb822 format, without continuation lines: dates and URIs need none. */
function parseStanzas(text: string): SourceEntry[] {
  const withoutComments = text.replace(/^#.*\n/gm, '');
  return withoutComments.split(/\n\s*\n/).map((stanza) => {
    const pairs = [...stanza.matchAll(/^([\w-]+):[ \t]*(.*)$/gm)];
    const options = new Map(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), value.trim()]));
    const words = (name: string): string[] => (options.get(name) ?? '').split(/\s+/);
    return { uris: words('uris'), suites: words('suites'), options };
  });
}

/** One line about a Release file that apt refuses because of its dates; `undefined` for other apt errors. */
export function explainDates(aptErrors: string, suite: string, now: Date): string | undefined {
  const clock = `this machine's clock says ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (/is expired \(invalid since/.test(aptErrors)) {
    return (
      `Debian's release file for ${suite} has expired: the mirror is stale, or ${clock} wrongly; ` +
      `set the clock, let apt use another mirror, or accept the old file with ${staleReleaseVariable}=yes`
    );
  }
  if (/is not valid yet \(invalid for/.test(aptErrors)) {
    return (
      `Debian's release file for ${suite} is from the future: ${clock} wrongly, or the mirror dates it wrongly; ` +
      'set the clock, or let apt use another mirror'
    );
  }
  return undefined;
}
