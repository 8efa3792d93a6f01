/**
 * Keeps what was read. What cannot be read now, for example because too many files are open, is read again at the next request: if the
 * failure were kept, it would last until the restart.
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
    reading.catch(() => kept.delete(name)); // the caller gets the failure
    return reading;
  };
}
