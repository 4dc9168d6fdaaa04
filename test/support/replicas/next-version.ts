import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const checkout = join(import.meta.dirname, '../../..');

export const nextVersion = '99.0.0';
/** A column that the next version adds to a replicated table; its default marks the rows of that version. */
export const addedColumn = { table: 'contents', name: 'added_later', value: 'by the next version' };

/**
 * Copies the sources to a folder, with a migration of each database that replicas of this version may meet.
 * @returns the file of its command
 */
export function makeNextVersion(folder: string): string {
  mkdirSync(folder);
  cpSync(join(checkout, 'src'), join(folder, 'src'), { recursive: true });
  for (const name of ['node_modules', 'dist']) symlinkSync(join(checkout, name), join(folder, name));
  const manifest = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: nextVersion }));
  const { table, name, value } = addedColumn;
  addMigration(join(folder, 'src/platform/sqlite/open-database.ts'), 'migrations', {
    version: 9999,
    sql: `ALTER TABLE ${table} ADD COLUMN ${name} TEXT NOT NULL DEFAULT '${value}'`,
  });
  addMigration(join(folder, 'src/platform/postgres/migrate.ts'), 'all', {
    version: 9999,
    sql: 'CREATE TABLE added_later (id integer)',
  });
  return join(folder, 'src/cli/main.ts');
}

/** @param list the constant with all migrations */
function addMigration(file: string, list: string, migration: { version: number; sql: string }): void {
  const code = readFileSync(file, 'utf8');
  const begin = new RegExp(`^const ${list}: (readonly \\w+\\[\\]) = \\[`, 'm');
  const start = begin.exec(code);
  if (!start) throw new Error(`${file} has no list named ${list}.`);
  const end = code.indexOf('\n];', start.index) + '\n];'.length;
  const extended = `\nconst ${list}: ${start[1]} = [...earlier, { ...earlier.at(-1)!, ...${JSON.stringify(migration)} }];`;
  writeFileSync(
    file,
    code.slice(0, start.index) +
      code.slice(start.index, end).replace(begin, `const earlier: $1 = [`) +
      extended +
      code.slice(end),
  );
}
