import winston from 'winston';
import type { Log } from './log.ts';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** One line per fact: readable in a terminal, JSON elsewhere. */
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
 * A terminal that was closed, a pipe whose reader ended, a full disk: what is written there is lost, and the service goes on. Unheard,
 * the stream's error would be an uncaught exception, which is logged, which is the next error.
 */
export function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}

/** Control characters in a value would let a caller forge log lines; JSON escapes them. */
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
