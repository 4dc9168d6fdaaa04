/** How far a row is searched for. */
const maxDistance = 500;

/**
 * Returns the position of a row after other rows were added or removed above it; `key` is undefined for a row that is
 * not loaded.
 */
export function currentIndex(
  index: number,
  key: string | undefined,
  keyOf: (index: number) => string | undefined,
): number {
  if (key === undefined || keyOf(index) === key) return index;
  for (let by = 1; by <= maxDistance; by += 1) {
    if (keyOf(index + by) === key) return index + by;
    if (keyOf(index - by) === key) return index - by;
  }
  return index;
}
