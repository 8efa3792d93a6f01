import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { openDebianTree } from '../src/provision/debian-tree.ts';
import { runCommandOrThrow } from '../src/provision/run-command.ts';
import { libraryFolders } from '../src/provision/tree-program.ts';
import type { Progress } from '../src/provision/tree-shelf.ts';
import type { TreeSpecification } from '../src/provision/tree-specification.ts';

/**
 * Debian's Chromium from the machine's own suite, so that the machine's C library and loader serve it: Chromium starts
 * itself anew for each page and would meet a loader of the tree in place of itself.
 */
const chromiumSpecification: TreeSpecification = {
  name: 'chromium',
  suite: 'machine',
  packages: ['chromium', 'fontconfig-config', 'fonts-dejavu-core'],
  // The C library, and what a page without a window never loads: drivers of graphics cards, Perl, themes, services.
  machineHas: [
    'libc6',
    'libc-bin',
    'gcc-*-base',
    'libllvm*',
    'libz3-*',
    'libgl1-mesa-dri',
    '*perl*',
    'dpkg',
    'passwd',
    'systemd*',
    'dbus*',
    'adwaita*',
    'libgtk-3-common',
    'xdg-utils',
  ],
  verify: async (root) => {
    const env = await treeEnvironment(root);
    await runCommandOrThrow(join(root, programPath), ['--version'], { env });
  },
};
const programPath = 'usr/lib/chromium/chromium';
const installedProgram = '/usr/bin/chromium';

/** Without them Chromium asks its maker's servers at every start. */
const quietSwitches = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
/** A headless Chromium that runs as root has no sandbox, and tests have to run as root as well. */
const sandboxSwitches = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export interface BrowserOptions {
  /** More switches for Chromium. */
  readonly args?: readonly string[];
}

/** Starts Chromium without a window: the installed one, else one of Debian's packages, unpacked once into the user's cache. */
export async function launchBrowser(
  progress: Progress,
  { args = [] }: BrowserOptions = {},
): Promise<Browser> {
  const options = { args: [...quietSwitches, ...sandboxSwitches, ...args] };
  if (isExecutable(installedProgram))
    return await chromium.launch({ ...options, executablePath: installedProgram });
  const { root } = await openDebianTree(chromiumSpecification, progress);
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-fonts-'));
  const fonts = join(folder, 'fonts.conf');
  await writeFile(fonts, fontConfiguration(root, folder));
  const browser = await chromium.launch({
    ...options,
    executablePath: join(root, programPath),
    env: { ...process.env, ...(await treeEnvironment(root)), FONTCONFIG_FILE: fonts },
  });
  browser.once('disconnected', () => void rm(folder, { recursive: true, force: true }));
  return browser;
}

async function treeEnvironment(root: string): Promise<{ LD_LIBRARY_PATH: string }> {
  return { LD_LIBRARY_PATH: (await libraryFolders(root)).join(':') };
}

/** The tree's own fonts; what Debian's configuration names lies outside it. */
const fontConfiguration = (root: string, cache: string): string =>
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${root}/usr/share/fonts</dir><cachedir>${cache}</cachedir></fontconfig>
`;

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
