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
 * Chromium from the machine's Debian suite, so that the machine's own C library and loader run it: Chromium
 * re-executes itself for each page, and with the tree's loader it would execute that instead.
 */
const chromiumSpecification: TreeSpecification = {
  name: 'chromium',
  suite: 'machine',
  packages: ['chromium', 'chromium-headless-shell', 'fontconfig-config', 'fonts-dejavu-core'],
  // The C library, and what a headless browser never loads: graphics drivers, Perl, themes, services.
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
    for (const { unpacked } of Object.values(programs))
      await runCommandOrThrow(join(root, unpacked), ['--version'], { env });
  },
};
const programs = {
  chromium: { unpacked: 'usr/lib/chromium/chromium', installed: '/usr/bin/chromium' },
  shell: {
    unpacked: 'usr/lib/chromium/chromium-headless-shell',
    installed: '/usr/bin/chromium-headless-shell',
  },
};

/** Without them Chromium contacts Google's servers at every start. */
const quietSwitches = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
/** Headless Chromium cannot use its sandbox as root, and the tests must run as root too. */
const sandboxSwitches = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export interface BrowserOptions {
  /** Additional switches for Chromium. */
  readonly args?: readonly string[];
  /**
   * `shell` is Chromium's engine without its windows, which Playwright starts by default: it needs a third less processor time for a page, and
   * plays no sound.
   */
  readonly program?: keyof typeof programs;
}

/** Starts headless Chromium: the installed one, else Debian's packages, unpacked once into the user's cache. */
export async function launchBrowser(
  progress: Progress,
  { args = [], program = 'chromium' }: BrowserOptions = {},
): Promise<Browser> {
  // Chromium leaves the icons of notifications there.
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-chromium-'));
  const { installed, unpacked } = programs[program];
  const { executablePath, env } = isExecutable(installed)
    ? { executablePath: installed, env: {} }
    : await unpackedProgram(unpacked, progress, folder);
  const browser = await chromium.launch({
    args: [...quietSwitches, ...sandboxSwitches, ...args],
    executablePath,
    env: { ...process.env, ...env, TMPDIR: folder },
  });
  browser.once('disconnected', () => void rm(folder, { recursive: true, force: true }));
  return browser;
}

async function unpackedProgram(
  pathInTree: string,
  progress: Progress,
  folder: string,
): Promise<{ executablePath: string; env: Record<string, string> }> {
  const { root } = await openDebianTree(chromiumSpecification, progress);
  const fonts = join(folder, 'fonts.conf');
  await writeFile(fonts, fontConfiguration(root, folder));
  return {
    executablePath: join(root, pathInTree),
    env: { ...(await treeEnvironment(root)), FONTCONFIG_FILE: fonts },
  };
}

async function treeEnvironment(root: string): Promise<{ LD_LIBRARY_PATH: string }> {
  return { LD_LIBRARY_PATH: (await libraryFolders(root)).join(':') };
}

/** The tree's fonts; Debian's own configuration points outside the tree. */
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
