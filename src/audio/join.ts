/** Concatenates sounds. */
export function joinSounds<Sound extends Int16Array | Float32Array>(
  kind: new (length: number) => Sound,
  parts: readonly Sound[],
): Sound {
  const all = new kind(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
