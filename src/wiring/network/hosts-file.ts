import { readFile } from 'node:fs/promises';

/** The addresses that a hosts file gives a name (hosts(5)). Never rejects: a machine may have none. */
export async function addressesInFile(file: string, host: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return names.some((name) => name.toLowerCase() === host.toLowerCase()) ? [address] : [];
  });
}
