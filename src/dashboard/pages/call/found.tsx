/** A text with the search words marked; its content is never parsed as HTML. */
export function Found({ text, words }: { text: string; words: string }) {
  const at = words === '' ? -1 : text.toLowerCase().indexOf(words);
  if (at < 0) return <>{text}</>;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + words.length)}</mark>
      <Found text={text.slice(at + words.length)} words={words} />
    </>
  );
}
