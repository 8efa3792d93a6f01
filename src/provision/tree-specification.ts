import { createHash } from 'node:crypto';

/** The content of a tree. Two specifications that differ in anything lead to two trees. */
export interface TreeSpecification {
  readonly name: string;
  /** `sid`, or the machine's suite. */
  readonly suite: 'sid' | 'machine';
  /** Packages requested by name. */
  readonly packages: readonly string[];
  /**
   * Which packages of the closure to unpack in addition to the named ones, as globs: library names carry ABI suffixes
   * that change (`libxml2-16`), which `libxml2-*` tolerates. `undefined` takes the whole closure, `[]` only the named
   * ones.
   */
  readonly libraries?: readonly string[];
  /** Packages of the closure that every machine has, as globs: they are omitted. */
  readonly machineHas?: readonly string[];
  /** The program to start, as a path in the tree. */
  readonly program?: string;
  /** Rejects when the unpacked tree lacks something; the whole closure is then unpacked instead. */
  readonly verify?: (root: string) => Promise<void>;
}

/** Increased when the layout of trees changes, so that earlier ones are left alone. */
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

/** Whether a package of the closure belongs in the tree. */
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
