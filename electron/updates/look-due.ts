const dayMs = 86_400_000;

/**
 * Whether it is time to look for a newer version: once a day, and when the last look seems to be still to come, since then
 * the clock was ahead.
 * @param lookedAt ISO 8601, null where nobody has looked yet
 * @param now in milliseconds
 */
export function isLookDue(lookedAt: string | null, now: number): boolean {
  if (lookedAt === null) return true;
  const passed = now - Date.parse(lookedAt);
  return passed < 0 || passed >= dayMs;
}
