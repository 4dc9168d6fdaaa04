/** Milliseconds since the Unix epoch; passed in wherever time decides something, so that tests can set it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** ISO 8601 UTC with milliseconds, as documents carry it. */
export const toTimestamp = (ms: number): string => new Date(ms).toISOString();
