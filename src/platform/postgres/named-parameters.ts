import type { Query } from './postgres-database.ts';

/** Runs a statement with parameters like `@name`, as SQLite has them; PostgreSQL numbers its parameters. */
export function queryNamed<Row extends object>(
  query: Query,
  sql: string,
  values: Readonly<Record<string, unknown>>,
): Promise<Row[]> {
  const names: string[] = [];
  const text = sql.replace(/@(\w+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return query<Row>(
    text,
    names.map((name) => values[name]),
  );
}
