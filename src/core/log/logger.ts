import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

/** Of what stderr did not take yet, in bytes; what comes then is left out. */
const mostWaiting = 64 * 1024;

/**
 * Logs JSON lines to stderr, so that stdout stays free for what a command answers. Secrets never get
 * here: callers log ids and codes, not headers, bodies or keys.
 * @param also gets the same lines
 */
export function createLogger(
  level: string = process.env.ALCOVE_LOG_LEVEL ?? 'info',
  also?: DestinationStream,
): Logger {
  const stderr = pino.destination({ fd: 2, sync: true, maxLength: mostWaiting });
  // A full disk behind it, or a terminal that is gone, is no reason to end.
  stderr.on('error', () => {});
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    also ? pino.multistream([stderr, also].map((stream) => ({ level: 'trace', stream }))) : stderr,
  );
}
