import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { manifestLimits, type UnsignedManifest } from '../../src/contract/collections/manifest.ts';
import { manifestType } from '../../src/contract/collections/media-types.ts';
import { contentIdOf } from '../../src/core/content-id.ts';
import { createLogger } from '../../src/core/log/logger.ts';
import type { RawAddress } from '../../src/core/ton/ton-address.ts';
import { identityFromSeed } from '../../src/crypto/identity.ts';
import { walletsOfKey } from '../../src/features/chain/index.ts';
import {
  FollowedCollections,
  type FollowedCollectionsOptions,
} from '../../src/features/collections/followed/followed-collections.ts';
import { CollectionListRepository } from '../../src/features/collections/repository/collection-list-repository.ts';
import { CollectionRepository } from '../../src/features/collections/repository/collection-repository.ts';
import { manifestFile, signManifest } from '../../src/features/content/manifests/manifest.ts';
import { readCollections } from '../../src/features/recovery/recovery-collections.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

const keyOf = (seed: number) => identityFromSeed(Buffer.alloc(32, seed));
const [node, adasKey, evesKey, ownNode] = [keyOf(1), keyOf(2), keyOf(3), keyOf(4)];
const walletOf = ({ publicKey }: { publicKey: Uint8Array }) => walletsOfKey(publicKey)[0] as RawAddress;
const [ada, eve] = [walletOf(adasKey), walletOf(evesKey)];

const hashOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const track = (title: string) => ({
  content_id: contentIdOf(hashOf(title)),
  title,
  size: 5,
  content_type: 'audio/mpeg',
  duration_ms: null,
});
const minute = (n: number) => new Date(Date.UTC(2026, 0, 31, 12, n)).toISOString();

interface Options extends Partial<UnsignedManifest> {
  /** null: only the node signs it. */
  wallet?: typeof adasKey | null;
  by?: typeof node;
}

/** A manifest as a node makes it: signed by the node and its fee wallet. */
function manifestOf({ wallet = adasKey, by = node, ...part }: Options = {}): Buffer {
  const unsigned = {
    ...{ kind: 'album' as const, title: 'Harbour', description: '', artists: ['Ada'], cover_id: null },
    ...{ entries: [track('Low Tide')], created_at: minute(0), collection_id: 'harbour', ...part },
  };
  return manifestFile(signManifest(by, unsigned, null, wallet ?? undefined));
}

let db: Db;
let lists: CollectionListRepository;
let rows: CollectionRepository;
let followed: Set<RawAddress>;
let stored: Map<string, { file: Buffer; contentType: string }>;
let listed: Set<string>;
let hidden: Set<string>;
let reads: number;
let service: FollowedCollections;

beforeEach(() => {
  db = openTestDatabase(join(temporaryFolder(), 'alcove.db'));
  lists = new CollectionListRepository(db);
  rows = new CollectionRepository(db);
  followed = new Set([ada]);
  [stored, listed, hidden, reads] = [new Map(), new Set(), new Set(), 0];
  service = new FollowedCollections({
    db,
    catalogue: {
      find: (sha256: Buffer) => {
        const found = stored.get(sha256.toString('hex'));
        return found && { sha256, size: found.file.length, contentType: found.contentType };
      },
      reader: async ({ sha256 }: { sha256: Buffer }) => {
        reads += 1;
        const { file = Buffer.alloc(0) } = stored.get(sha256.toString('hex')) ?? {};
        return { size: file.length, read: async () => file, close: async () => {} };
      },
    } as unknown as FollowedCollectionsOptions['catalogue'],
    nodeId: ownNode.id,
    walletsOf: walletsOfKey,
    isFollowed: (owner) => followed.has(owner),
    isListed: (sha256) => listed.has(sha256.toString('hex')),
    hide: async (sha256) => void hidden.add(sha256.toString('hex')),
    clock: () => 1,
    logger: createLogger('silent'),
    onChange: () => {},
  });
});

/** Stores a file that a node lists, as a subscription does. */
async function arrives(file: Buffer, contentType: string = manifestType): Promise<Buffer> {
  const sha256 = hashOf(file);
  stored.set(sha256.toString('hex'), { file, contentType });
  listed.add(sha256.toString('hex'));
  await again(sha256);
  return sha256;
}

async function again(sha256: Buffer): Promise<void> {
  service.receive(sha256);
  await service.stop();
}

const top = (own = false) => lists.page({ q: '', own, skip: 0, limit: 100 }).items;
const titles = () => top().map(({ title }) => title);
const namesIn = (number: number) =>
  lists
    .entries(number, { skip: 0, limit: 20_000 })
    .map((entry) => ('child' in entry ? [...lists.some([entry.child]).values()][0]?.title : entry.name));

/** Creates a collection of the user. */
function addOwn(id: string): void {
  const about = { kind: 'album' as const, title: id, description: '', artists: [], parentId: null };
  expect(rows.add({ id, ...about }, 1)).toBe('added');
}

describe('the collection of a followed wallet', () => {
  it('is shown with its tracks in their order, and keeps its manifest out of the files', async () => {
    const entries = [track('Low Tide'), track('Ebb'), track('Low Tide')];
    const sha256 = await arrives(manifestOf({ entries, description: 'a\nb' }));
    const [shown] = top();
    expect(shown).toMatchObject({
      ...{ title: 'Harbour', kind: 'album', artists: ['Ada'], description: 'a\nb', owner: ada },
      ...{ items: 2, tracks: 2, size: 10, updatedAt: Date.parse(minute(0)) },
    });
    expect(namesIn(shown?.number as number)).toEqual(['Low Tide', 'Ebb']);
    expect(hidden).toEqual(new Set([sha256.toString('hex')]));
    expect(top(true)).toEqual([]);
  });

  it('follows newer editions only, and keeps its id', async () => {
    await arrives(manifestOf({ created_at: minute(1) }));
    const id = top()[0]?.id;
    const older = await arrives(manifestOf({ title: 'Older', created_at: minute(0) }));
    await arrives(manifestOf({ title: 'Same time', created_at: minute(1) }));
    expect(titles()).toEqual(['Harbour']);
    expect(hidden).toContain(older.toString('hex'));
    await arrives(manifestOf({ title: 'Newer', entries: [track('Ebb')], created_at: minute(2) }));
    expect(top()).toMatchObject([{ id, title: 'Newer', items: 1 }]);
    await again(older);
    expect(titles()).toEqual(['Newer']);
    expect(namesIn(top()[0]?.number as number)).toEqual(['Ebb']);
    await arrives(manifestOf({ title: 'Another', collection_id: 'another' }));
    expect(titles()).toEqual(['Another', 'Newer']);
  });

  it.each([
    ['before', [0, 1]],
    ['after', [1, 0]],
  ])('is the newest edition that is listed, also if it arrived %s the others', async (_when, order) => {
    const hashes: Buffer[] = [];
    for (const n of order)
      hashes[n] = await arrives(manifestOf({ title: `No. ${n}`, created_at: minute(n) }));
    expect(titles()).toEqual(['No. 1']);
    const [older, newer] = hashes as [Buffer, Buffer];
    await again(older);
    reads = 0;
    await again(older);
    expect(reads).toBe(0);
    listed.delete(newer.toString('hex'));
    service.removeGone();
    await again(older);
    expect(titles()).toEqual(['No. 0']);
  });

  it('disappears when it is withdrawn, deleted or no longer followed, and comes back', async () => {
    addOwn('own');
    const sha256 = await arrives(manifestOf());
    const hex = sha256.toString('hex');
    const { file } = stored.get(hex) ?? { file: Buffer.alloc(0) };
    const ways: [gone: () => void, back: () => void][] = [
      [() => listed.delete(hex), () => listed.add(hex)],
      [() => stored.delete(hex), () => stored.set(hex, { file, contentType: manifestType })],
      [() => followed.delete(ada), () => followed.add(ada)],
    ];
    for (const [gone, back] of ways) {
      service.removeGone();
      expect(titles()).toEqual(['Harbour', 'own']);
      gone();
      service.removeGone();
      expect(titles()).toEqual(['own']);
      await again(sha256);
      expect(titles()).toEqual(['own']);
      back();
      await again(sha256);
    }
    expect(titles()).toEqual(['Harbour', 'own']);
  });

  it('appears when its wallet is followed later', async () => {
    followed.clear();
    const sha256 = await arrives(manifestOf());
    await again(sha256);
    expect(titles()).toEqual([]);
    followed.add(ada);
    await again(sha256);
    expect(titles()).toEqual(['Harbour']);
  });

  it('may have 10,000 tracks, in manifests of at most 1 MiB', async () => {
    const tracks = Array.from({ length: manifestLimits.entries }, (_, n) => track(`${n}`));
    await arrives(manifestOf({ entries: tracks }));
    expect(titles()).toEqual([]);
    const parts = [tracks.slice(0, 5000), tracks.slice(5000)].map((some, n) =>
      manifestOf({ title: `part ${n}`, collection_id: `part ${n}`, entries: some }),
    );
    for (const part of parts) await arrives(part);
    const entries = parts.map((part, n) => ({ manifest_id: contentIdOf(hashOf(part)), title: `part ${n}` }));
    await arrives(manifestOf({ entries }));
    expect(top()).toMatchObject([{ items: 2, contents: 10_000, tracks: 10_000 }]);
  });
});

describe('a collection in a collection', () => {
  const inner = manifestOf({ title: 'Extras', collection_id: 'extras', entries: [track('Ebb')] });
  const child = { manifest_id: contentIdOf(hashOf(inner)), title: 'Extras' };
  const outer = manifestOf({ entries: [track('Low Tide'), child, track('Last')] });

  it.each([
    ['first', [inner, outer]],
    ['last', [outer, inner]],
  ])('is put in its place if it arrives %s', async (_when, files) => {
    for (const file of files) await arrives(file);
    expect(titles()).toEqual(['Harbour']);
    expect(namesIn(top()[0]?.number as number)).toEqual(['Low Tide', 'Extras', 'Last']);
  });

  it('returns to its place after its manifest was not listed for a while', async () => {
    const hash = await arrives(inner);
    await arrives(outer);
    listed.delete(hash.toString('hex'));
    service.removeGone();
    expect(titles()).toEqual(['Harbour']);
    expect(namesIn(top()[0]?.number as number)).toEqual(['Low Tide', 'Extras', 'Last']);
    await arrives(inner);
    expect(titles()).toEqual(['Harbour']);
    expect(lists.entries(top()[0]?.number as number, { skip: 1, limit: 1 })).not.toMatchObject([
      { contentType: manifestType },
    ]);
  });

  it('of somebody else is a missing file, even if both are followed', async () => {
    followed.add(eve);
    await arrives(inner);
    await arrives(manifestOf({ wallet: evesKey, title: 'Stolen', entries: [child] }));
    expect(titles()).toEqual(['Stolen', 'Extras']);
    expect(lists.entries(top()[0]?.number as number, { skip: 0, limit: 9 })).toMatchObject([
      { name: 'Extras', contentType: manifestType },
    ]);
  });

  it('stays when the outer one is withdrawn, and is nested at most 16 levels deep', async () => {
    let entries: UnsignedManifest['entries'] = [];
    const chain: Buffer[] = [];
    for (let level = 0; level < 20; level += 1) {
      const file = manifestOf({ title: `level ${level}`, collection_id: `level ${level}`, entries });
      entries = [{ manifest_id: contentIdOf(hashOf(file)), title: `level ${level}` }];
      chain.push(await arrives(file));
    }
    expect(titles()).toEqual(['level 19', 'level 15']);
    listed.delete(chain[15]?.toString('hex') ?? '');
    service.removeGone();
    expect(titles()).toEqual(['level 19', 'level 14']);
  });
});

describe('a hostile manifest', () => {
  it.each<[string, () => Buffer]>([
    ['without the signature of a wallet', () => manifestOf({ wallet: null })],
    ['of a wallet that is not followed', () => manifestOf({ wallet: evesKey })],
    ['of this node itself', () => manifestOf({ by: ownNode })],
    ['that tells no collection', () => manifestOf({ collection_id: undefined })],
    ['without a visible title', () => manifestOf({ title: '\u202e' })],
    [
      'with the key of a followed wallet and a signature of another one',
      () => manifestOf({ wallet: { ...evesKey, id: adasKey.id } }),
    ],
    [
      'with the key of a followed wallet and no signature of it',
      () => {
        const { node: _, signature: __, ...unsigned } = JSON.parse(manifestOf({ wallet: null }).toString());
        return manifestFile(signManifest(node, { ...unsigned, wallet_key: adasKey.id }, null));
      },
    ],
    [
      'that names the followed wallet as its owner’s',
      () => {
        const unsigned = JSON.parse(manifestOf().toString());
        for (const name of ['node', 'wallet', 'wallet_key', 'wallet_signature', 'signature'])
          delete unsigned[name];
        return manifestFile(signManifest(keyOf(9), unsigned, 'UQ'.padEnd(48, 'A'), evesKey));
      },
    ],
    ['that was changed', () => Buffer.from(manifestOf().toString().replace('Harbour', 'Harbor!'))],
  ])('%s is not shown', async (_what, file) => {
    await arrives(file());
    expect(titles()).toEqual([]);
    expect(hidden.size).toBe(0);
  });

  it('of another type is not even read, and an invalid one only once', async () => {
    await arrives(manifestOf(), 'text/plain');
    expect(reads).toBe(0);
    const invalid = await arrives(manifestOf({ wallet: evesKey }));
    await again(invalid);
    expect(reads).toBe(1);
  });

  it('cannot replace the collection of another followed wallet', async () => {
    followed.add(eve);
    await arrives(manifestOf());
    await arrives(manifestOf({ wallet: evesKey, title: 'Eve’s', created_at: minute(9) }));
    expect(titles()).toEqual(['Eve’s', 'Harbour']);
  });

  it('shows no characters that disguise text', async () => {
    const title = 'Song\u202e3pm.exe';
    await arrives(manifestOf({ title, artists: ['\u0007', 'A\u2028da'], entries: [track(title)] }));
    expect(top()).toMatchObject([{ title: 'Song3pm.exe', artists: ['Ada'] }]);
    expect(namesIn(top()[0]?.number as number)).toEqual(['Song3pm.exe']);
  });

  it('exhausts the limits of its wallet, and not those of the user', async () => {
    const entries = Array.from({ length: 6000 }, (_, n) => track(`${n}`));
    const hashes: Buffer[] = [];
    for (let n = 0; n < 18; n += 1)
      hashes.push(await arrives(manifestOf({ title: `${n}`, collection_id: `many ${n}`, entries })));
    expect(top()).toHaveLength(16);
    // One that was beyond the limits is a file until there is room.
    const [first, last] = [hashes[0] as Buffer, hashes[17] as Buffer];
    expect(hidden).not.toContain(last.toString('hex'));
    listed.delete(first.toString('hex'));
    service.removeGone();
    await again(last);
    expect(titles()).toContain('17');
    expect(hidden).toContain(last.toString('hex'));
    db.prepare(
      `INSERT INTO collections (id, kind, title, description, artists, created_at, updated_at, owner, edition_of,
         manifest, published_at)
       SELECT value, 'album', 'x', '', '[]', 1, 1, 'x', value, randomblob(32), 1 FROM json_each(?)`,
    ).run(JSON.stringify(Array.from({ length: 20_000 }, (_, n) => `${n}`)));
    addOwn('own');
    expect(
      rows.insert('own', [{ sha256: hashOf('x'), name: 'x', size: 1, contentType: '' }], null, 1),
    ).toEqual({
      added: 1,
      alreadyThere: 0,
    });
  });
});

it('a followed collection can only be changed by its owner', async () => {
  addOwn('own');
  await arrives(manifestOf());
  const { id = '' } = top()[0] ?? {};
  const before = top();
  const entry = { sha256: hashOf('x'), name: 'x', size: 1, contentType: '' };
  expect(rows.edit(id, { title: 'Mine' }, 1)).toBe(false);
  expect(rows.insert(id, [entry], null, 1)).toBe('not_found');
  expect(rows.insert('own', [{ id }], null, 1)).toBe('not_found');
  expect(rows.move(id, [{ sha256: hashOf('Low Tide') }], null, 1)).toBe(false);
  expect(rows.take(id, [{ sha256: hashOf('Low Tide') }], 1)).toBeUndefined();
  expect(rows.remove(id, 1)).toBe(false);
  expect(top()).toEqual(before);
});

it('does not count as a collection of the user, here or in recovery files', async () => {
  await arrives(manifestOf());
  expect(lists.isCollected([hashOf('Low Tide')])).toBe(false);
  expect(readCollections(db)).toEqual([]);
});
