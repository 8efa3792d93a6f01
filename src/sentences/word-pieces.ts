/** Splits texts into pieces of a vocabulary, as BERT's lower-case vocabularies are used: training/menus/encoder.py does the same. */
export class WordPieces {
  readonly #places: ReadonlyMap<string, number>;
  readonly #mostPieces: number;
  /** Of the longest piece, in letters. */
  readonly #longestPiece: number;

  /** @param mostPieces of a text; the rest is cut off. */
  constructor(vocabulary: readonly string[], mostPieces: number) {
    this.#mostPieces = mostPieces;
    this.#places = new Map(vocabulary.map((piece, place) => [piece, place]));
    this.#longestPiece = vocabulary.reduce(
      (most, piece) => Math.max(most, piece.replace('##', '').length),
      0,
    );
  }

  /** The places of a text's pieces in the vocabulary, with those of its beginning and its end. */
  split(text: string): number[] {
    const pieces = wordsOf(text).flatMap((word) => this.#piecesOf(word));
    return ['[CLS]', ...pieces.slice(0, this.#mostPieces - 2), '[SEP]'].map((piece) =>
      this.#places.get(piece)!,
    );
  }

  /** The longest known beginning, then the longest known continuation, and so on. */
  #piecesOf(word: string): string[] {
    const found: string[] = [];
    const letters = Array.from(word);
    for (let begin = 0; begin < letters.length;) {
      const mark = begin === 0 ? '' : '##';
      // Nothing longer is known: a word of a thousand letters, which a recogniser in a loop makes up, would take more than a second.
      let end = Math.min(letters.length, begin + this.#longestPiece);
      while (end > begin && !this.#places.has(mark + letters.slice(begin, end).join(''))) end -= 1;
      if (end === begin) return ['[UNK]'];
      found.push(mark + letters.slice(begin, end).join(''));
      begin = end;
    }
    return found;
  }
}

/** Words without accents; each sign is a word. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/\p{Mn}/gu, '')
      .match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []
  );
}
