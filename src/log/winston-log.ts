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
    format: options.readable ? readable : combine(timestamp(), json()),
    transports: [new winston.transports.Console({ stderrLevels: [...logLevels] })],
  });
}

/**
 * A closed terminal, a broken pipe or a full disk loses output, and the service goes on. Without a listener the
 * stream's error would be an uncaught exception, which is logged, which fails again.
 */
export function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}

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
