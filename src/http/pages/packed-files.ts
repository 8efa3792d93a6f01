/** A file of the built dashboard, as listed by the build in `files.json`. */
export interface PackedFile {
  /** Its path within the folder, with `/`. */
  name: string;
  etag: string;
  /** Whether the name changes with the content. */
  immutable: boolean;
  /** The compressed variants next to it, best first: `.br`, `.gz`. */
  encodings: ('br' | 'gzip')[];
}
