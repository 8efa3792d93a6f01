import { join } from 'node:path';
import { openDebianTree } from '../src/provision/debian-tree.ts';
import { programOfTree, type RunnableProgram, verifyLibraries } from '../src/provision/tree-program.ts';
import type { Progress } from '../src/provision/tree-shelf.ts';
import type { TreeSpecification } from '../src/provision/tree-specification.ts';

/** Proxies and a relay between a household's browsers and the service, from the machine's Debian suite. */

const libraryGlobs = ['libc6', 'libgcc-s1', 'libcrypt1', 'libssl3*', 'zlib1g', 'libzstd1'];

const specificationOf = (
  name: string,
  program: string,
  libraries: readonly string[] = [],
): TreeSpecification => ({
  name,
  suite: 'machine',
  packages: [name],
  libraries: [...libraryGlobs, ...libraries],
  program,
  verify: (root) => verifyLibraries(root, [join(root, program)]),
});

const open = async (specification: TreeSpecification, progress: Progress): Promise<RunnableProgram> => {
  const { root } = await openDebianTree(specification, progress);
  return programOfTree(root, specification.program as string);
};

export const openNginx = (progress: Progress): Promise<RunnableProgram> =>
  open(specificationOf('nginx', 'usr/sbin/nginx', ['libpcre2-8-0']), progress);

export const openCaddy = (progress: Progress): Promise<RunnableProgram> =>
  open(specificationOf('caddy', 'usr/bin/caddy'), progress);

/** coturn, a TURN server (RFC 8656). */
export const openCoturn = (progress: Progress): Promise<RunnableProgram> =>
  open(
    specificationOf('coturn', 'usr/bin/turnserver', [
      'libevent-*',
      'libhiredis*',
      'libmariadb3',
      'libpq5',
      'libsqlite3-0',
      'libsystemd0',
      'libgssapi-krb5-2',
      'libkrb5*',
      'libk5crypto3',
      'libcom-err2',
      'libkeyutils1',
      'libldap-2*',
      'libsasl2-2',
      'libgnutls30',
      'libp11-kit0',
      'libidn2-0',
      'libunistring*',
      'libtasn1-6',
      'libnettle*',
      'libhogweed*',
      'libgmp10',
      'libffi8',
      'libcap2',
      'libgcrypt20',
      'libgpg-error0',
      'liblzma5',
      'liblz4-1',
      'libdb5*',
    ]),
    progress,
  );
