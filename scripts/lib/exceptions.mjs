import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * Runs a check whose current findings are listed in `scripts/exceptions/NAME.json` and may only decrease. Reads the
 * folder to check and `--update` from the command line, prints the faults, and sets the exit code.
 * @param find returns the findings of a folder as `{ kind, key, text }`; the list counts them by kind and key
 */
export function checkWithExceptions(name, find) {
  const args = process.argv.slice(2);
  const tree = args.find((argument) => !argument.startsWith('-')) ?? root;
  const file = join(tree, 'scripts/exceptions', `${name}.json`);
  const listed = JSON.parse(readFileSync(file, 'utf8'));
  const found = find(tree);
  const faults = args.includes('--update')
    ? update(file, listed, found)
    : [...newFindings(listed, found), ...staleExceptions(listed, found, name)];
  for (const fault of new Set(faults)) process.stdout.write(`${fault}\n`);
  process.stdout.write(
    `${name}: ${found.length} found, ${faults.length === 0 ? 'all listed' : 'see above'}\n`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const grouped = (found) =>
  Object.entries(Object.groupBy(found, ({ kind }) => kind)).map(([kind, ofKind]) => ({
    kind,
    byKey: Object.entries(Object.groupBy(ofKind, ({ key }) => key)),
  }));

function newFindings(listed, found) {
  return grouped(found).flatMap(({ kind, byKey }) =>
    byKey
      .filter(([key, findings]) => findings.length > (listed[kind]?.[key] ?? 0))
      .flatMap(([, findings]) => findings.map(({ text }) => text)),
  );
}

/** An unused exception would allow the same fault to return. */
function staleExceptions(listed, found, name) {
  const left = countsOf(found);
  return Object.entries(listed).flatMap(([kind, byKey]) =>
    Object.entries(byKey)
      .filter(([key, count]) => (left[kind]?.[key] ?? 0) < count)
      .map(
        ([key]) =>
          `${key}: fewer exceptions of “${kind}” are needed: node scripts/check-${name}.mjs --update`,
      ),
  );
}

/** Writes the findings as the new list, unless a kind has more than before: renaming is allowed, adding is not. */
function update(file, listed, found) {
  const counts = countsOf(found);
  const grown = Object.keys(counts).filter(
    (kind) => sum(Object.values(counts[kind])) > sum(Object.values(listed[kind] ?? {})),
  );
  if (grown.length > 0) return grown.map((kind) => `there are more of “${kind}” than are listed`);
  writeFileSync(file, `${JSON.stringify(counts, undefined, 2)}\n`);
  return [];
}

function countsOf(found) {
  return Object.fromEntries(
    grouped(found).map(({ kind, byKey }) => [
      kind,
      Object.fromEntries(byKey.map(([key, findings]) => [key, findings.length])),
    ]),
  );
}
