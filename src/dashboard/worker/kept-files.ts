/** The pages' shell, kept in this browser: it opens without a network. */

const cacheName = 'holdfast-shell';
/** Of earlier builds: a tab that was opened then may still load another page. */
const maxOlder = 80;

/** Keeps the newest page and its files. @throws if it cannot be read. */
export async function keepShell(): Promise<void> {
  await keepPage(await caches.open(cacheName), await fetch('/'));
}

/** A network that goes silent refuses nothing: a browser would show an empty window for minutes. */
const patienceMs = 4_000;

/**
 * The newest page; without a network, the kept one. So it is where only a proxy answers for the gateway: the page tries again by itself, and
 * says why. @param meanwhile for work that outlives the answer.
 */
export async function openPage(
  request: Request,
  meanwhile: (work: Promise<unknown>) => void,
): Promise<Response> {
  const cache = await caches.open(cacheName);
  const asked = fetch(request);
  meanwhile(
    asked
      .then(async (answer) => {
        if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html') === true)
          await keepPage(cache, answer.clone());
      })
      .catch(() => undefined), // the one before stays
  );
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const answer = await Promise.race([asked.catch(() => undefined), late]);
  if (answer !== undefined && answer.status < 500) return answer;
  return (await cache.match('/')) ?? answer ?? (await asked);
}

/** A hashed name always means the same bytes. */
export async function readAsset(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  // A full disk keeps nothing, and takes nothing away.
  if (answer.ok) await cache.put(request, answer.clone()).catch(() => undefined);
  return answer;
}

/**
 * Only together with the files that it begins with: without them it would be blank. The files of its other pages, which index.html names at
 * its end, follow. @throws if one that it begins with is not there.
 */
async function keepPage(cache: Cache, answer: Response): Promise<void> {
  if (!answer.ok) throw new Error(`the page was answered with ${answer.status}`);
  const [beginning = '', later = ''] = (await answer.clone().text()).split('<!-- later ');
  await keepFiles(cache, namesIn(beginning));
  await cache.put('/', answer);
  await keepFiles(cache, namesIn(later)).catch(() => undefined); // the next visit tries again
  await dropOldest(cache, new Set(['/', ...namesIn(beginning), ...namesIn(later)]));
}

const namesIn = (text: string): string[] => [...new Set(text.match(/\/assets\/[\w.-]+/g))];

async function keepFiles(cache: Cache, names: readonly string[]): Promise<void> {
  const missing = await Promise.all(
    names.map(async (name) => ((await cache.match(name)) === undefined ? [name] : [])),
  );
  await cache.addAll(missing.flat());
}

async function dropOldest(cache: Cache, current: ReadonlySet<string>): Promise<void> {
  const older = (await cache.keys()).filter(({ url }) => !current.has(new URL(url).pathname));
  await Promise.all(older.slice(0, Math.max(0, older.length - maxOlder)).map((each) => cache.delete(each)));
}
