// Runs a TypeScript entry of this project after installing what is missing: npm packages, the Prisma client, the
// dashboard and the service's bundle.
// Usage: node bin/ensure.mjs <entry.ts> [arguments…], or --only to install and run nothing.
//
// Plain JavaScript using only Node's own modules, because nothing else exists after `git clone`. The entry runs in
// this same process, so that signals reach the app; so does `exec` in package.json: npm passes a signal to the shell
// of a script alone, and Debian's stays in between.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { currentBundle, isBundled } from './bundle.mjs';
import { withSetupLock } from './setup-lock.mjs';

const oldestNode = [20, 19];
const projectFolder = resolve(dirname(fileURLToPath(import.meta.url)), '..');
/** The stamp is part of what it describes: npm removes node_modules, and the stamp with it, before reinstalling. */
const packagesStamp = join(projectFolder, 'node_modules', '.holdfast-packages');
const clientFolder = join(projectFolder, 'src', 'store', 'client');
const clientStamp = join(clientFolder, '.holdfast-schema');
const schemaFile = join(projectFolder, 'prisma', 'schema.prisma');
const pagesFolder = join(projectFolder, 'src', 'dashboard');
const pagesBuild = join(pagesFolder, 'build', 'main.ts');
const pagesStamp = join(projectFolder, '.holdfast', 'dashboard', '.holdfast-sources');
/** The sources of the pages: the dashboard itself, and the routes its client is generated from. */
const pagesSources = ['dashboard', 'contract', 'domain', 'http', 'wiring'].map((room) =>
  join(projectFolder, 'src', room),
);
const serviceEntry = 'src/main.ts';
/** The entries that are the service, or start it. */
const entriesWithService = ['--only', serviceEntry, 'demo/main.ts', 'test/run.ts'];
const lockFile = join(projectFolder, '.holdfast', 'ensure.lock');
const networkFailure =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network timeout/;
/** npm's own limit is five minutes for each try. */
const registryAnswersInMs = 10_000;

/** The service's secrets, which neither npm nor the packages' scripts may see. */
const secretVariables = [
  'OWNER_TOKEN',
  'SECRETS_KEY',
  'ARI_PASSWORD',
  'MEDIA_PASSWORD',
  'TRUNK_PASSWORD',
  'OIDC_CLIENT_SECRET',
  'SPEECH_API_KEY',
  'STT_API_KEY',
  'MENU_CHAT_API_KEY',
  'SUMMARY_CHAT_API_KEY',
  'TURN_SECRET',
];
const childEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !secretVariables.includes(name)));

class SetupError extends Error {}

/** Child processes, which end with this process. */
const children = new Set();

const say = (line) => process.stderr.write(`${line}\n`);
const fingerprint = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new SetupError(`Node ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}`);
}

const packagesLack = () => readStamp(packagesStamp) !== fingerprint(join(projectFolder, 'package-lock.json'));
const clientLacks = () => existsSync(schemaFile) && readStamp(clientStamp) !== clientFingerprint();
/** Includes the generator's version: a newer client package needs newly generated code. */
const clientFingerprint = () =>
  `${fingerprint(schemaFile)} ${fingerprint(join(projectFolder, 'package-lock.json'))}`;

/** Runs a program and shows its output; rejects with one line saying what went wrong. */
function run(what, program, args, env = {}) {
  return new Promise((fulfil, reject) => {
    const child = spawn(program, args, {
      cwd: projectFolder,
      env: { ...childEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    child.once('close', () => children.delete(child));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        process.stderr.write(text);
      });
    }
    child.once('error', (error) =>
      reject(new SetupError(`${what}: ${program} cannot be run (${error.code}); is it installed?`)),
    );
    child.once('close', (code) =>
      code === 0
        ? fulfil()
        : reject(new SetupError(`${what} failed: ${explain(output, code)}`, { cause: output })),
    );
  });
}

function explain(output, code) {
  const causes = [
    [/ENOSPC|no space left/i, 'the disk is full'],
    [/EACCES|EPERM/, `no permission to write in ${projectFolder}`],
    [networkFailure, 'the npm registry cannot be reached'],
    [/ENOTCACHED|cache mode is 'only-if-cached'/, 'the npm registry cannot be reached'],
  ];
  const known = causes.find(([pattern]) => pattern.test(output));
  return known?.[1] ?? `exit code ${code}`;
}

async function installPackages() {
  if (!packagesLack()) return;
  if (await adoptInstalledPackages()) return;
  say('Installing npm packages (once; about a minute)');
  // The tests need the development packages, even when NODE_ENV=production is set.
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // Without a network npm would retry for minutes; with --offline it uses its cache or fails at once.
  if (!(await isRegistryReachable())) options.push('--offline');
  try {
    await run('Installing npm packages', 'npm', ['ci', ...options]);
  } catch (error) {
    if (!/can only install packages when/.test(error.cause)) throw error;
    // With a registry mirror that lacks other platforms' packages, npm writes a lock file that `npm ci` then finds
    // incomplete.
    await run('Installing npm packages', 'npm', ['install', '--no-save', ...options]);
  }
  mkdirSync(dirname(packagesStamp), { recursive: true });
  writeFileSync(packagesStamp, fingerprint(join(projectFolder, 'package-lock.json')));
}

/** False only when the network fails: a registry that does not know this request is still reachable. */
async function isRegistryReachable() {
  const patience = [
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
    `--fetch-timeout=${registryAnswersInMs}`,
  ];
  const child = spawn('npm', ['ping', ...patience], {
    cwd: projectFolder,
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
  await new Promise((fulfil) => child.once('error', fulfil).once('close', fulfil));
  return !networkFailure.test(output);
}

/** Packages installed with npm by hand are accepted if npm recorded them after the lock file changed. */
async function adoptInstalledPackages() {
  const written = join(projectFolder, 'node_modules', '.package-lock.json');
  const lock = join(projectFolder, 'package-lock.json');
  if (!existsSync(written) || statSync(written).mtimeMs < statSync(lock).mtimeMs) return false;
  writeFileSync(packagesStamp, fingerprint(lock));
  return true;
}

async function generateClient() {
  if (!clientLacks()) return;
  say('Generating the database client');
  // The generator only reads the schema; its CLI would download an engine that is not used here.
  const prisma = join(projectFolder, 'node_modules', 'prisma', 'build', 'index.js');
  const command = [prisma, 'generate', '--schema', schemaFile];
  await run('Generating the database client', process.execPath, command, {
    PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  });
  mkdirSync(clientFolder, { recursive: true });
  writeFileSync(clientStamp, clientFingerprint());
}

const pagesLack = () => existsSync(pagesBuild) && readStamp(pagesStamp) !== pagesFingerprint();

function pagesFingerprint() {
  const digest = createHash('sha256').update(fingerprint(join(projectFolder, 'package-lock.json')));
  for (const folder of pagesSources)
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile() || file.name === 'schema.d.ts') continue; // written by the build itself
      const path = join(file.parentPath, file.name);
      digest.update(path.slice(projectFolder.length)).update(readFileSync(path));
    }
  return digest.digest('hex');
}

async function buildPages() {
  if (!pagesLack()) return;
  const sources = pagesFingerprint();
  say('Building the dashboard (a few seconds)');
  await run('Building the dashboard', process.execPath, ['--import', 'tsx', pagesBuild]);
  writeFileSync(pagesStamp, sources);
}

async function bundleService() {
  const current = currentBundle();
  if (current !== undefined) return current;
  say('Bundling the service (a second)');
  await run('Bundling the service', process.execPath, [join(projectFolder, 'bin', 'bundle.mjs')]);
  const made = currentBundle();
  if (made === undefined) throw new SetupError('A source changed while the service was bundled; start again');
  return made;
}

const onWait = () => say('Waiting for another process that is setting up');
const onSignal = (signal) => {
  for (const child of children) child.kill(signal);
};

async function main() {
  const [entry, ...args] = process.argv.slice(2);
  if (entry === undefined) throw new SetupError('Usage: node bin/ensure.mjs <entry.ts>|--only [arguments…]');
  checkNode();
  const hasService = entriesWithService.includes(entry) && existsSync(join(projectFolder, serviceEntry));
  let bundle = hasService ? currentBundle() : undefined;
  const hasTheRest = !packagesLack() && !clientLacks() && !(hasService && pagesLack());
  if (!hasTheRest || (hasService && bundle === undefined)) {
    const setUp = withSetupLock(lockFile, { onWait, onSignal }, async () => {
      await installPackages();
      await generateClient();
      if (!hasService) return;
      await buildPages();
      bundle = await bundleService();
    });
    await setUp.catch((error) => {
      // A checkout of another user: the sources run as they are, only less fast.
      if (!hasTheRest || !['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    });
  }
  if (entry === '--only') return undefined;
  const entryFile = resolve(projectFolder, entry);
  if (!existsSync(entryFile)) throw new SetupError(`${entry} does not exist`);
  process.argv = [process.execPath, entryFile, ...args];
  // A command does not wait for a bundle: without one it runs from its sources.
  const bundled = entry === serviceEntry ? bundle : isBundled(entry) ? currentBundle(entry) : undefined;
  if (bundled !== undefined) {
    process.setSourceMapsEnabled(true);
    return pathToFileURL(bundled).href;
  }
  const { register } = await import(
    pathToFileURL(join(projectFolder, 'node_modules/tsx/dist/esm/api/index.mjs')).href
  );
  register();
  return pathToFileURL(entryFile).href;
}

let entryUrl;
try {
  entryUrl = await main();
} catch (error) {
  const known = {
    ENOSPC: 'The disk is full',
    EACCES: `No permission to write in ${projectFolder}`,
    EROFS: `${projectFolder} is read-only`,
  };
  const detail = error instanceof SetupError ? error.message : (known[error.code] ?? error.stack);
  say(`holdfast: ${detail}`);
  process.exit(1);
}
if (entryUrl !== undefined) await import(entryUrl);
