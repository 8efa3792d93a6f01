/**
 * Keeps what was read. What cannot be read now, as while too many files are open, is read again when it is next asked for: kept, the failure
 * would last until the restart.
 */
export function readOnce<Name, Content>(
  read: (name: Name) => Promise<Content>,
): (name: Name) => Promise<Content> {
  const kept = new Map<Name, Promise<Content>>();
  return (name) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const reading = read(name);
    kept.set(name, reading);
    reading.catch(() => kept.delete(name)); // who asked gets the failure
    return reading;
  };
}
