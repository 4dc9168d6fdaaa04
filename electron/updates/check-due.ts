const dayMs = 86_400_000;

/**
 * Returns whether a check for updates is due: once a day, or if the last check is in the future because the clock was
 * wrong.
 * @param checkedAt ISO 8601, null before the first check
 * @param now in milliseconds
 */
export function isCheckDue(checkedAt: string | null, now: number): boolean {
  if (checkedAt === null) return true;
  const passed = now - Date.parse(checkedAt);
  return passed < 0 || passed >= dayMs;
}
