import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

/**
 * Logs JSON lines to stderr, so that stdout stays free for what a command answers. Secrets never get
 * here: callers log ids and codes, not headers, bodies or keys.
 */
export function createLogger(level: string = process.env.ALCOVE_LOG_LEVEL ?? 'info'): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
}
