/** Returns milliseconds since the Unix epoch; injected so that tests can control time. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Formats a time as in documents: ISO 8601 UTC with milliseconds. */
export const toTimestamp = (ms: number): string => new Date(ms).toISOString();
