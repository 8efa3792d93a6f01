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
  /** Which packages of the closure the machine has in any case, as globs: they are left out. */
  readonly machineHas?: readonly string[];
  /** The program to be started, as a path in the tree. */
  readonly program?: string;
  /** Rejects when the unpacked tree lacks something; the whole closure is then taken instead. */
  readonly verify?: (root: string) => Promise<void>;
}

/** Raised when trees are written down differently, so that earlier ones are left alone. */
const treeFormat = 2;

export function fingerprint({ suite, packages, libraries, machineHas }: TreeSpecification): string {
  const text = JSON.stringify({
    format: treeFormat,
    suite,
    packages,
    libraries,
    machineHas,
    cpu: process.arch,
  });
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** Whether a package of the closure belongs to the tree. */
export function isChosen(packageName: string, specification: TreeSpecification): boolean {
  const { packages, libraries, machineHas = [] } = specification;
  const matches = (globs: readonly string[]) => globs.some((glob) => globToRegExp(glob).test(packageName));
  if (matches(machineHas)) return false;
  return libraries === undefined || packages.includes(packageName) || matches(libraries);
}

function globToRegExp(glob: string): RegExp {
  const escaped = glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`);
}
