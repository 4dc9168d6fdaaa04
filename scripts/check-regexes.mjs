// node scripts/check-regexes.mjs [folder]: fails for every regular expression without linear running time.
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { findRegexes } from './lib/checks/regexes/find.mjs';
import { Judge } from './lib/checks/regexes/judge.mjs';
import { root } from './lib/paths.mjs';

const tree = process.argv[2] ?? root;
const sources = '{src,electron,renderer,client}/**/*.{ts,tsx,mts,mjs,cjs,js}';
const judge = new Judge(join(root, 'node_modules/.cache/regexes.json'));

const found = globSync(sources, { cwd: tree })
  .map((file) => file.split(sep).join('/'))
  .sort()
  .flatMap((file) =>
    findRegexes(file, readFileSync(join(tree, file), 'utf8')).map((regex) => ({ file, ...regex })),
  );
const faults = [];
// Sequential, because checks in parallel would use up each other's time limits.
for (const regex of found) {
  const fault = await faultOf(regex);
  if (fault !== undefined) faults.push({ ...regex, fault });
}
judge.save();

for (const { file, line, source, fault } of faults) {
  process.stdout.write(`${file}:${line}: ${source === undefined ? '' : `/${source}/ `}${fault}\n`);
}
process.stdout.write(`${found.length} regular expressions, ${faults.length} of them refused\n`);
process.exit(faults.length === 0 ? 0 : 1);

function faultOf({ source, flags }) {
  if (source === undefined) return 'has a pattern that is known only when the program runs';
  return judge.faultOf({ source, flags });
}
