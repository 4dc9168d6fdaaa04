import { createHash } from 'node:crypto';
import { ContentIndex } from '../../src/features/content/repository/content-index.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { openDatabase } from '../../src/platform/sqlite/open-database.ts';

const syllables = 'ka mi no ra su te lo vi da ner bo shi tan el or'.split(' ');
const types = ['audio/mpeg', 'audio/ogg', 'image/jpeg', 'text/plain; charset=utf-8', 'application/pdf'];

/** Returns a generator of pseudo-random numbers with a fixed seed. */
export function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns one of a thousand words, some common, some rare. */
export function wordOf(rank: number): string {
  return [rank % 15, (rank / 15) % 15, (rank / 225) % 15]
    .map((index) => syllables[Math.floor(index)])
    .join('');
}

/**
 * Creates a database with `count` contents. Every title has the word “Recording”, its number, and two other words;
 * there are a thousand authors and fifty hashtags. Every other content is published, one in a thousand belongs to
 * `somebody` instead of the owner, one in ten has been edited.
 * @returns the database, and the time to index all of it in ms
 */
export function manyContents(path: string, count: number): { db: Db; indexMs: number } {
  const db = openDatabase(path);
  fill(db, count);
  db.close();
  const start = performance.now();
  const indexed = openDatabase(path);
  new ContentIndex(indexed).rebuildIfOutdated();
  return { db: indexed, indexMs: performance.now() - start };
}

function fill(db: Db, count: number): void {
  db.pragma('synchronous = OFF');
  const random = randomNumbers();
  const pick = (max: number, bend = 1) => Math.floor(max * random() ** bend);
  const insert = db.prepare(
    `INSERT INTO contents (number, sha256, size, content_type, name, uploaded_by, created_at, title, authors, hashtags,
       published, updated_at) VALUES (?, ?, 1000, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const hold = db.prepare('INSERT INTO content_holders SELECT number, uploaded_by, created_at FROM contents');
  const touch = db.prepare(
    `INSERT INTO content_changes SELECT number + ?, sha256, number, '', 1 FROM contents WHERE number % 10 = 0`,
  );
  db.transaction(() => {
    for (let n = 1; n <= count; n += 1) {
      const title = `Recording ${n} ${wordOf(pick(1000, 3))} ${wordOf(pick(1000, 3))}`;
      const sha256 = createHash('sha256').update(title).digest();
      const user = n % 1000 === 0 ? 'somebody' : 'owner';
      const authors = JSON.stringify([`Author ${pick(1000, 2)}`]);
      const hashtags = JSON.stringify([`tag${pick(50)}`]);
      const type = types[pick(types.length)];
      insert.run(n, sha256, type, `${title}.bin`, user, n, title, authors, hashtags, n % 2, n);
    }
    hold.run();
    touch.run(count);
    // Marks all media as made, because the dashboard would otherwise find every file, which has no bytes, damaged.
    db.exec(`INSERT INTO content_media (sha256, state, maker, made_at, has_waveform)
      SELECT sha256, 'made', 1000, 0, 0 FROM contents`);
    db.exec(`UPDATE totals SET sequence = 2 * sequence;
      INSERT INTO content_names (content_names) VALUES ('rebuild');
      UPDATE content_index SET version = 0;`);
  })();
}
