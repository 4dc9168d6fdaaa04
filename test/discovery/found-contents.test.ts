import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { remoteContentQuery } from '../../src/contract/node-api/discovery.ts';
import { FoundContentsSearch } from '../../src/features/discovery/found-contents.ts';
import { RemoteIndexRepository } from '../../src/features/discovery/repository/remote-index-repository.ts';
import { RemoteListRepository } from '../../src/features/discovery/repository/remote-list-repository.ts';
import { SubscriptionRepository } from '../../src/features/discovery/repository/subscription-repository.ts';
import { SyncStateRepository } from '../../src/features/discovery/repository/sync-state-repository.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { hashOf } from './list-server.ts';
import { temporaryFolder } from './test-sync.ts';

test('pages through remote entries from any position, while newer ones arrive', () => {
  const folder = temporaryFolder();
  const db = openTestDatabase(join(folder, 'alcove.db'));
  const { id } = new SyncStateRepository(db).add('http://other', 'key', 0);
  const known = new RemoteIndexRepository(db, new SubscriptionRepository(db));
  const search = new FoundContentsSearch({
    isRestricted: () => false,
    list: new RemoteListRepository(db, () => known.version),
    copyStore: { sizes: (hashes) => hashes.map(() => undefined) },
    formatAddress: (address) => address,
    contentUrl: (base, content) => `${base}/${content}`,
  });
  const addEntry = (n: number, isForSale = false) => {
    const record = {
      ...{
        title: `Song ${n}`,
        description: '',
        authors: [],
        hashtags: [],
        size: 1,
        cover: null,
        owner: null,
      },
      ...{ contentType: 'audio/mpeg', createdAt: n * 1000, isForSale },
    };
    known.transaction(() => known.apply({ id, pass: 1 }, { sha256: hashOf(`${n}`), record }, 0));
  };
  const page = (place: { cursor?: string | null; skip?: number; q?: string; limit?: number }) => {
    const { skip = 0, cursor, ...query } = place;
    return search.pageFrom(
      { ...remoteContentQuery.parse({ ...query, cursor: cursor ?? undefined }), skip },
      '',
    );
  };
  const shown = (place: Parameters<typeof page>[0]) => page(place).items.map(({ title }) => title);
  for (let n = 0; n < 7; n += 1) addEntry(n);
  const all = [6, 5, 4, 3, 2, 1, 0].map((n) => `Song ${n}`);
  for (const skip of all.keys()) {
    expect(shown({ skip, limit: 2 })).toEqual(all.slice(skip, skip + 2));
    expect(shown({ cursor: page({ skip, limit: 1 }).top_cursor })).toEqual(all.slice(skip));
  }
  const { top_cursor: cursor } = page({ q: 'song', limit: 1 });
  addEntry(7);
  expect(shown({ limit: 1 })).toEqual(['Song 7']);
  expect(shown({ q: 'song', cursor, skip: 3 })).toEqual(all.slice(3));
  expect(page({ cursor, skip: 100 })).toMatchObject({
    items: [],
    next_cursor: null,
    top_cursor: null,
    total: 8,
  });
  addEntry(8, true);
  expect(shown({ limit: 1 })).toEqual(['Song 7']);
  expect(shown({ q: 'song' })).not.toContain('Song 8');
  expect(page({})).toMatchObject({ total: 8 });
  expect(search.page(remoteContentQuery.parse({}), '').items[0]).toMatchObject({ title: 'Song 8' });
  expect(search.page(remoteContentQuery.parse({}), '').total).toBe(9);
  addEntry(8);
  expect(shown({ limit: 1 })).toEqual(['Song 8']);
  db.close();
  rmSync(folder, { recursive: true });
});
