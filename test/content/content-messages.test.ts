import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomRuns } from '../support/random-runs.ts';
import { openContent } from './open-content.ts';

const sha256 = createHash('sha256').update('any').digest();

test('finds a content by any prefix of any word of any text, without breaking the index', async () => {
  const node = await openContent();
  const added = node.contents.add({
    sha256,
    size: 1,
    contentType: 'text/plain',
    name: 'a.txt',
    title: 'a',
    uploadedBy: 'owner',
    createdAt: 1,
    checksums: Buffer.alloc(4),
  });
  node.contents.flush();
  await added;
  const total = (query: object) => node.list.page({ limit: 1, ...query }, 'owner').total;

  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
    fc.constantFrom(
      '㍿'.repeat(1666),
      'ﷺ'.repeat(90),
      'x'.repeat(5000),
      'ß'.repeat(2000),
      '\ue000p" OR "\ue000',
    ),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.nat(), async (description, at) => {
      const author = description.slice(0, 100);
      await node.service.edit(sha256, { description, authors: [author], hashtags: [author] });
      expect(total({ author, hashtag: author })).toBe(1);
      // Compatibility forms of letters, such as Chinese radicals, count as letters.
      const words = description
        .normalize('NFKC')
        .split(/[^\p{L}\p{N}\p{M}]+/u)
        .filter((part) => /[\p{L}\p{N}]/u.test(part));
      const word = words[at % words.length];
      if (word === undefined) return;
      expect(total({ q: word.slice(0, 200) })).toBe(1);
      const [first] = new Intl.Segmenter().segment(word);
      if (first && /^[\p{L}\p{N}]/u.test(first.segment)) expect(total({ q: first.segment })).toBe(1);
    }),
    { numRuns: randomRuns(300) },
  );
  for (const table of ['content_search', 'change_search', 'content_names']) {
    node.db.prepare(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`).run();
  }
});
