import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ContentListRepository } from '../../src/features/content/repository/content-list-repository.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

/** The query plan of each statement of the lists. */
function plans(): { sql: string; plan: string }[] {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-plan-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const db = openTestDatabase(join(folder, 'alcove.db'));
  onTestFinished(() => void db.close());
  const statements: string[] = [];
  const recording = {
    prepare: (sql: string) => {
      statements.push(sql);
      return db.prepare(sql);
    },
  };
  new ContentListRepository(recording as Db);
  return statements.map((sql) => ({
    sql,
    plan: db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...[...sql.matchAll(/\?/g)].map(() => 1))
      .map(({ detail }) => detail)
      .join('\n'),
  }));
}

/**
 * A page is one index lookup, for any number of contents: no sorting and no table scan. FTS5 gets its first
 * row as an integer, because it ignores other numbers.
 */
test('uses index lookups for lists of any length', () => {
  const all = plans();
  expect(all.filter(({ sql }) => sql.includes('MATCH'))).toHaveLength(5);
  for (const { sql, plan } of all) {
    expect(plan, sql).not.toMatch(/TEMP B-TREE|SCAN (contents|content_changes|user_usage)\b/);
    if (!sql.includes('LIMIT ?') && !sql.includes('BETWEEN')) continue;
    expect(plan, sql).toMatch(/^SCAN \w+ VIRTUAL TABLE INDEX \d+:.*[<>]/);
    for (const [bound] of sql.matchAll(/(?:rowid\s*[<>]|BETWEEN|AND)\s+(?:CAST\()?\?[^)]*/g)) {
      expect(bound, sql).toMatch(/CAST\(\? AS INTEGER$/);
    }
  }
});
