/**
 * The logger the other layers depend on, implemented by `winston-log.ts`. Fields are short facts: ids, counts,
 * milliseconds; never secrets.
 */
export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}
