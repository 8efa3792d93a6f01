// Joins the service's sources into a few files of JavaScript, which Node reads in half the time that the TypeScript takes file by file.
// Usage: node bin/bundle.mjs, as bin/ensure.mjs does where a source changed; only one process at a time may do so. With a name it writes
// .holdfast/service/<name>, for Dockerfile.app.
//
// Plain JavaScript using only Node's own modules until it writes a bundle, because bin/ensure.mjs uses it before there are packages.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ownFile = fileURLToPath(import.meta.url);
const projectFolder = resolve(dirname(ownFile), '..');
const sourceFolder = join(projectFolder, 'src');
const serviceFolder = join(projectFolder, '.holdfast', 'service');
/** Which bundle is the newest, and the digests of the files that it was made of. */
const recordFile = join(serviceFolder, 'newest.json');
/** The commands of package.json that share the service's sources. */
const commands = [
  ...['token', 'memory', 'label', 'backup'].map((command) => `${command}-command/main.ts`),
  ...['detect', 'score'].map((command) => `detect-cli/${command}-command.ts`),
].map(inSource);
/** The service, what its threads begin with, and the commands. */
const entries = [
  ...['main.ts', 'media/worker-boot.mjs', 'recordings/stereo-boot.mjs'].map(inSource),
  ...commands.filter((command) => existsSync(command)),
];
/** What decides, beside the sources, what a bundle is. */
const makers = ['bin/bundle.mjs', 'package-lock.json', 'tsconfig.json'];
/** A running service reads parts of its bundle late, so older ones stay for a while. */
const bundlesKept = 8;

function inSource(name) {
  return join(sourceFolder, name);
}
const digest = (content) => createHash('sha256').update(content).digest('hex');
const digestOf = (name) => digest(readFileSync(join(projectFolder, name)));
const isAsBefore = ([name, before]) => existsSync(join(projectFolder, name)) && digestOf(name) === before;
const outputOf = (entry) => relative(sourceFolder, entry).replace(/\.m?ts$|\.mjs$/, '.js');

/** Whether a bundle has this entry of the project. */
export function isBundled(entry) {
  return entries.includes(join(projectFolder, entry));
}

/** The file to run for an entry of the project; undefined without a bundle of the sources as they are. */
export function currentBundle(entry = 'src/main.ts') {
  const { name, files, madeOf } = readRecord() ?? {};
  if (name === undefined || !Object.entries(madeOf).every(isAsBefore)) return undefined;
  const folder = join(serviceFolder, name);
  if (!files.every((file) => existsSync(join(folder, file)))) return undefined;
  try {
    utimesSync(folder, new Date(), new Date()); // in use: not one of the oldest
  } catch {
    // Where nothing can be written, nothing is removed either.
  }
  return join(folder, outputOf(join(projectFolder, entry)));
}

/** Undefined without one that can be read. */
function readRecord() {
  try {
    const { name, files, madeOf } = JSON.parse(readFileSync(recordFile, 'utf8'));
    return typeof name === 'string' && Array.isArray(files) && typeof madeOf === 'object'
      ? { name, files, madeOf }
      : undefined;
  } catch {
    return undefined;
  }
}

async function renew() {
  const { files, sources } = await bundle();
  const name = digest(files.map(({ path, hash }) => `${path} ${hash}`).join('\n')).slice(0, 16);
  const written = files.map(({ path }) => relative(join(serviceFolder, 'bundle'), path));
  if (!written.every((file) => existsSync(join(serviceFolder, name, file)))) write(files, name);
  const madeOf = Object.fromEntries(sources.map((source) => [source.name, source.digest]));
  const fresh = `${recordFile}.new`;
  writeFileSync(fresh, JSON.stringify({ name, files: written, madeOf }, undefined, 1), { flush: true });
  renameSync(fresh, recordFile);
  removeOldBundles(name);
}

/** In full or not at all. */
function write(files, name) {
  const fresh = join(serviceFolder, `${name}.new`);
  rmSync(fresh, { recursive: true, force: true });
  for (const { path, contents } of files) {
    const file = join(fresh, relative(join(serviceFolder, 'bundle'), path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents, { flush: true });
  }
  rmSync(join(serviceFolder, name), { recursive: true, force: true }); // damaged, or not there
  renameSync(fresh, join(serviceFolder, name));
}

function removeOldBundles(newest) {
  const others = readdirSync(serviceFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== newest)
    .map(({ name }) => ({
      folder: join(serviceFolder, name),
      ms: statSync(join(serviceFolder, name)).mtimeMs,
    }))
    .toSorted((one, other) => other.ms - one.ms);
  for (const { folder } of others.slice(bundlesKept - 1)) rmSync(folder, { recursive: true });
}

/** Packages stay where they are: some are read when they are needed, some are files beside their code. */
async function bundle() {
  const { build } = await import('esbuild');
  const read = new Map();
  const { outputFiles } = await build({
    absWorkingDir: projectFolder,
    entryPoints: entries,
    outbase: sourceFolder,
    outdir: join(serviceFolder, 'bundle'),
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    write: false,
    logLevel: 'warning',
    plugins: [withoutLoader, sourcesInto(read)],
  });
  const sources = [...read].map(([file, text]) => ({ name: inProject(file), digest: digest(text) }));
  return {
    files: outputFiles,
    sources: [...sources, ...makers.map((name) => ({ name, digest: digestOf(name) }))],
  };
}

const inProject = (file) => relative(projectFolder, file);

/** Reads the sources, so that it is known what went into the bundle. */
function sourcesInto(read) {
  return {
    name: 'sources',
    setup({ onLoad }) {
      onLoad({ filter: /\.m?[jt]s$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        read.set(path, text);
        return { contents: inPlace(text, path), loader: path.endsWith('.ts') ? 'ts' : 'js' };
      });
    },
  };
}

/** A source finds files relative to itself, still; only threads begin in the bundle. */
function inPlace(text, path) {
  const fromBundle = relative(join(serviceFolder, 'bundle'), path);
  const parts = text.split(/(new URL\('[^']*', import\.meta\.url\)|import\.meta\b(?:\.\w+)?)/);
  return parts
    .map((part, at) => {
      if (at % 2 === 0) return part;
      const [, reference] = /^new URL\('([^']*)'/.exec(part) ?? [];
      const entry = entries.find(
        (one) => reference !== undefined && one === resolve(dirname(path), reference),
      );
      if (entry !== undefined) return `new URL('./${outputOf(entry)}', import.meta.url)`;
      if (reference !== undefined)
        return `new URL('${reference}', new URL('${fromBundle}', import.meta.url))`;
      const isInFolder = entries.includes(path) && dirname(path) !== sourceFolder; // in the bundle, too
      if (part === 'import.meta.url' && !isInFolder) return `new URL('${fromBundle}', import.meta.url).href`;
      throw new Error(`${inProject(path)} uses ${part}, which means something else in a bundle`);
    })
    .join('');
}

/** What is in a bundle is no TypeScript any more. */
const withoutLoader = {
  name: 'without loader',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^tsx\/esm\/api$/ }, ({ path }) => ({ path, namespace: 'none' }));
    onLoad({ filter: /./, namespace: 'none' }, () => ({
      contents: 'export function register() { process.setSourceMapsEnabled(true); }',
    }));
  },
};

if (realpathSync(process.argv[1]) === ownFile) {
  const [name] = process.argv.slice(2);
  await (name === undefined ? renew() : bundle().then(({ files }) => write(files, name)));
}
