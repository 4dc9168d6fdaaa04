import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

/** Limit of bytes that stderr has not accepted yet; further lines are dropped. */
const maxWaiting = 64 * 1024;

/**
 * Logs JSON lines to stderr, because stdout is for the output of commands. Callers log ids and codes, never secrets,
 * headers, bodies or keys.
 * @param also further destinations of the same lines
 */
export function createLogger(
  level: string = process.env.ALCOVE_LOG_LEVEL ?? 'info',
  also?: DestinationStream,
): Logger {
  const stderr = pino.destination({ fd: 2, sync: true, maxLength: maxWaiting });
  // A full disk or a closed terminal must not end the process.
  stderr.on('error', () => {});
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    also ? pino.multistream([stderr, also].map((stream) => ({ level: 'trace', stream }))) : stderr,
  );
}
