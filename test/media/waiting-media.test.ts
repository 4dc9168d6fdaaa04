import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ContentIndex } from '../../src/features/content/index.ts';
import { MediaRepository } from '../../src/features/media/index.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

it('finds what waits among many others, and looks at a bounded number of them in each call', () => {
  const folder = temporaryFolder();
  const db = openTestDatabase(join(folder, 'alcove.db'));
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  db.exec(`
    WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 4500)
    INSERT INTO contents (number, sha256, size, content_type, name, uploaded_by, created_at)
      SELECT x, randomblob(32), 1, iif(x IN (7, 4400), 'image/png', 'text/plain'), x, 'owner', 0 FROM n`);
  const repository = new MediaRepository(db, new ContentIndex(db));
  const found: number[][] = [];
  let next: number | undefined = Number.MAX_SAFE_INTEGER;
  while (next !== undefined) {
    const page = repository.waiting(1, next);
    found.push(page.rows.map(({ number }) => number));
    next = page.next;
  }
  expect(found).toEqual([[4400], [], [7]]);
});
