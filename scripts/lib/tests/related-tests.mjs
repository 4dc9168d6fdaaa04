import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import ts from 'typescript';
import { root } from '../paths.mjs';

/** References by path, which are used for workers, the CLI and data. */
const address = /new URL\(\s*['"]([^'"]+)['"]/g;
/** Words of paths that do not identify a feature. */
const generalTerms = new Set(
  'src test features endpoints contract node dashboard api renderer lib ui ts tsx index get post put'.split(
    ' ',
  ),
);

/**
 * Lists the tests that reach one of the changed files by their imports: direct imports first, then by the number of
 * shared words in both paths, then by distance.
 * @param everyFile the paths of the checkout
 * @param isTest whether a path is a test that can be run
 */
export function relatedTests(changed, everyFile, isTest) {
  const importers = importersOf(everyFile);
  const best = new Map();
  for (const file of changed) {
    for (const [reached, distance] of distancesFrom(file, importers)) {
      if (!isTest(reached)) continue;
      const rank = [distance <= 1 ? 0 : 1, -sharedTerms(file, reached), distance];
      if (!best.has(reached) || compare(rank, best.get(reached)) < 0) best.set(reached, rank);
    }
  }
  return [...best].sort(([, a], [, b]) => compare(a, b)).map(([file]) => file);
}

function importersOf(everyFile) {
  const files = new Set(everyFile);
  const importers = new Map();
  for (const file of files) {
    if (!/[.][cm]?[jt]sx?$/.test(file) || !existsSync(join(root, file))) continue;
    for (const name of importedNames(readFileSync(join(root, file), 'utf8'))) {
      const imported = name === '@alcove/client' ? 'client/index.ts' : join(dirname(file), name);
      if (!files.has(imported)) continue;
      if (!importers.has(imported)) importers.set(imported, []);
      importers.get(imported).push(file);
    }
  }
  return importers;
}

function importedNames(text) {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return [
    ...importedFiles.map(({ fileName }) => fileName),
    ...[...text.matchAll(address)].map(([, name]) => name),
  ];
}

/** Returns the number of imports between a file and each file that reaches it. */
function distancesFrom(file, importers) {
  const distances = new Map([[file, 0]]);
  for (const [reached, distance] of distances) {
    for (const importer of importers.get(reached) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

function sharedTerms(file, test) {
  const words = new Set(wordsOf(test));
  return new Set(wordsOf(file).filter((word) => words.has(word))).size;
}

const wordsOf = (path) => path.split(/[^A-Za-z0-9]+/).filter((word) => !generalTerms.has(word));

function compare(a, b) {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : a[at] - b[at];
}
