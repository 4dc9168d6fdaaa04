import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ContentRecordRepository, ContentRepository } from '../../src/features/content/index.ts';
import { RestrictionRepository } from '../../src/features/licensing/repository/restriction-repository.ts';
import { GroupCommit } from '../../src/platform/sqlite/group-commit.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { describeRestrictionStore } from './describe-restriction-store.ts';

function openWorld() {
  const folder = temporaryFolder();
  const db = openTestDatabase(join(folder, 'alcove.db'));
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  const commands = new GroupCommit(db);
  const contents = new ContentRepository(db, commands);
  const records = new ContentRecordRepository(db);
  const copies = new Set<string>();
  const isCopy = (sha256: Buffer) => copies.has(sha256.toString('hex'));
  const publish = async (sha256: Buffer, published: boolean) => {
    await contents.edit(sha256, (record) => ({ ...record, published }), 1);
  };
  return {
    store: new RestrictionRepository(db, { contents, records, isCopy }, commands),
    publish,
    add: async (sha256: Buffer, uploadedBy: string, { published = false, copied = false } = {}) => {
      const texts = { name: 'file', title: 'File', contentType: 'text/plain' };
      const added = contents.add({
        ...{ sha256, uploadedBy, ...texts },
        ...{ size: 1, createdAt: 1, checksums: Buffer.alloc(4) },
      });
      contents.flush();
      await added;
      if (copied) copies.add(sha256.toString('hex'));
      if (published) await publish(sha256, true);
    },
    removeOwner: async (sha256: Buffer, user: string) => void (await contents.removeOwner(sha256, user, 1)),
    listed: async () =>
      db
        .prepare<[], { sha256: Buffer }>('SELECT sha256 FROM contents WHERE published = 1 ORDER BY sha256')
        .all()
        .map(({ sha256 }) => sha256),
  };
}

describeRestrictionStore('RestrictionRepository', openWorld);

it('answers look-ups with the state after the last command', async () => {
  const { store, add } = openWorld();
  const [plain, encrypted] = [Buffer.alloc(32, 'p'), Buffer.alloc(32, 'e')];
  await add(plain, 'ann');
  expect(store.get(plain)).toBeUndefined();
  await store.restrict(plain, 'ann', 7);
  expect(store.get(plain)).toMatchObject({ user: 'ann', encrypted: null });
  await store.beginJob(plain, 'job', 7);
  await store.setEncrypted(plain, encrypted, 'job', 7);
  expect(store.ofEncrypted(encrypted)).toMatchObject({ plain, begunAt: 7 });
  await store.unrestrict({ plain, begunAt: 7 }, 8);
  expect([store.get(plain), store.ofEncrypted(encrypted)]).toEqual([undefined, undefined]);
});
