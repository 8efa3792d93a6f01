import { createHash } from 'node:crypto';

/** What a tree is made of. Two specifications that differ in anything lead to two trees. */
export interface TreeSpecification {
  readonly name: string;
  /** `sid`, or the machine's own suite. */
  readonly suite: 'sid' | 'machine';
  /** Packages asked for by name. */
  readonly packages: readonly string[];
  /**
   * Which packages of the closure are unpacked besides the named ones, as globs: library names carry ABI suffixes that
   * move (`libxml2-16`), so `libxml2-*` outlives them. `undefined` takes the whole closure; `[]` takes the named only.
   */
  readonly libraries?: readonly string[];
  /** The program to be started, as a path in the tree. */
  readonly program?: string;
  /** Rejects when the unpacked tree lacks something; the whole closure is then taken instead. */
  readonly verify?: (root: string) => Promise<void>;
}

/** Raised when trees are written down differently, so that those of before are left alone. */
const treeFormat = 2;

export function fingerprint({ suite, packages, libraries }: TreeSpecification): string {
  const text = JSON.stringify({ format: treeFormat, suite, packages, libraries, cpu: process.arch });
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** Whether a package of the closure belongs to the tree. */
export function isChosen(packageName: string, { packages, libraries }: TreeSpecification): boolean {
  if (libraries === undefined || packages.includes(packageName)) return true;
  return libraries.some((glob) => globToRegExp(glob).test(packageName));
}

function globToRegExp(glob: string): RegExp {
  const escaped = glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`);
}
