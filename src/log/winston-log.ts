import winston from 'winston';
import type { Log } from './log.ts';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** One line per entry: readable in a terminal, JSON elsewhere. */
export function createLog(options: { level: LogLevel; readable: boolean; silent?: boolean }): Log {
  const { combine, timestamp, json, printf } = winston.format;
  const readable = combine(
    timestamp({ format: 'HH:mm:ss.SSS' }),
    printf((info) => {
      const { level, message, timestamp: time, ...fields } = info;
      return `${String(time)} ${level.padEnd(5)} ${String(message)}${describeFields(fields)}`;
    }),
  );
  return winston.createLogger({
    level: options.level,
    silent: options.silent ?? false,
    format: combine(options.readable ? readable : combine(timestamp(), json()), showHidden()),
    transports: [new winston.transports.Console({ stderrLevels: [...logLevels] })],
  });
}

/**
 * If the terminal is closed, the pipe is broken or the disk is full, output is lost and the service goes on. Without a listener, the
 * stream's error would be an uncaught exception, which is logged, which fails again.
 */
export function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}

/**
 * Characters that JSON does not escape but a terminal obeys: control characters beyond ASCII (U+009B begins a command, U+0085 a line), and
 * marks that end a line or reorder text. In both formats they are inside quotes, where the escape is also valid JSON.
 */
const hidden = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const written = Symbol.for('message');

const showHidden = winston.format((info) => {
  const text = String(info[written]);
  info[written] = text.replace(hidden, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return info;
});

/** Escapes control characters, with which a caller could otherwise forge log lines. */
function describeFields(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${describeValue(value)}`)
    .join('');
}

function describeValue(value: unknown): string {
  if (typeof value === 'string') return /^[\w+.:/@-]+$/.test(value) ? value : JSON.stringify(value);
  return JSON.stringify(value);
}
