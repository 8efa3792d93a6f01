/**
 * What is found, as text is split by it: every second part. Upper and lower case are the same; lower-case copies would not do, in which some
 * characters are longer (İ).
 */
export const wordsSought = (words: string): RegExp =>
  new RegExp(`(${words.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')})`, 'iu');

/** A text with what was sought marked; its content is never parsed as HTML. */
export function Found({ text, sought }: { text: string; sought: RegExp | undefined }) {
  if (sought === undefined) return <>{text}</>;
  return (
    <>{text.split(sought).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}</>
  );
}
