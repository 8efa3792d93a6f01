/** A file of the built dashboard, as the build lists it in `files.json`. */
export interface PackedFile {
  /** Its path below the folder, with `/`. */
  name: string;
  etag: string;
  /** Whether the name changes with the content. */
  immutable: boolean;
  /** The compressed forms beside it, best first: `.br`, `.gz`. */
  encodings: ('br' | 'gzip')[];
}
