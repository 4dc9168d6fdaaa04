/** Returns whether a version is older than another; compares the three numbers only. */
export function isOlder(version: string, than: string): boolean {
  const [own, other] = [numbersOf(version), numbersOf(than)];
  const at = own.findIndex((number, index) => number !== other[index]);
  return at !== -1 && (own[at] ?? 0) < (other[at] ?? 0);
}

const numbersOf = (version: string): number[] => version.split(/[.+-]/).slice(0, 3).map(Number);
