/** Lists the tests that reach one of the changed files by their imports, the nearest first. */
export function relatedTests(
  changed: readonly string[],
  everyFile: readonly string[],
  isTest: (file: string) => boolean,
): string[];
