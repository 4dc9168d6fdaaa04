/**
 * Sells an album, and ends as by a kill before or after the n-th statement that changes the database; a next process
 * goes on, or cancels the sale. Prints what it found and made. Arguments: data folder, `before` or `after`, n (0: it is
 * not killed), `sell` or `cancel`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { createContent } from '../../../src/app/modules/storage/content.ts';
import { manifestType } from '../../../src/contract/collections/media-types.ts';
import { contentIdOf } from '../../../src/core/content-id.ts';
import { decryptBytes } from '../../../src/crypto/age/in-memory.ts';
import { identityFromSeed } from '../../../src/crypto/identity.ts';
import { noChainRecords } from '../../../src/features/content/chain-records.ts';
import { manifestFile, readWhole, signManifest } from '../../../src/features/content/index.ts';
import { readSoldCollection } from '../../../src/features/licensing/sold-collections/sold-collection-file.ts';
import { DiskBlobStore } from '../../../src/platform/blobs/store/disk-blob-store.ts';
import { openTestDatabase } from '../../support/node/test-database.ts';
import { bytesNamed } from '../../support/seeded.ts';

const [folder = '', order = '', at = '0', action = 'sell'] = process.argv.slice(2);
const user = 'owner';
const registrant = { network: 'embedded', wallet: `0:${'a'.repeat(64)}` } as const;
const songs = ['Low Tide', 'Lantern'].map((title) => ({ title, bytes: bytesNamed(title, 3000) }));
const sha256Of = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const identity = identityFromSeed(Buffer.alloc(32, 7));
const entries = songs.map(({ title, bytes }) => ({
  ...{ content_id: contentIdOf(sha256Of(bytes)), title, size: bytes.length, content_type: 'audio/mpeg' },
  duration_ms: null,
}));
const about = { kind: 'album' as const, title: 'Evening', description: '', artists: [], cover_id: null };
const manifest = manifestFile(
  signManifest(identity, { ...about, entries, created_at: '2026-01-31T12:00:00.000Z' }, null),
);
const album = sha256Of(manifest);

const registration = join(folder, 'registered');
const isRegistered = (sha256: Buffer) =>
  existsSync(registration) && readFileSync(registration).equals(sha256);

const db = openTestDatabase(join(folder, 'alcove.db'));
db.pragma('synchronous = OFF');
const blobs = new DiskBlobStore({ dataDir: folder });
await blobs.open();
const node = createContent({
  ...{ db, blobs, nodeSecret: Buffer.alloc(32), clock: Date.now },
  users: { walletOf: () => null, usersOf: () => [] },
  ...{ quotaBytes: undefined, userQuotaBytes: 1e9, maxUploadBytes: 1e9 },
  signManifest: (unsigned) => signManifest(identity, unsigned, null),
  chain: {
    ...noChainRecords,
    byFile: (sha256) => (isRegistered(sha256) ? registered : undefined),
  },
  onChange: () => {},
  onBlockedChange: () => {},
});
const registered = { contentType: '', royalties: [] } as unknown as ReturnType<typeof noChainRecords.byFile>;

const store = (bytes: Buffer, declaredType: string) =>
  node.catalogue.store({
    ...{ source: Readable.from([bytes]), sizeHint: bytes.length, signal: new AbortController().signal },
    ...{ declaredType, fileName: 'a file', uploadedBy: user },
  });
const isNew = !node.encryptions.find(album) && !existsSync(registration);
if (isNew) {
  for (const { bytes } of songs) await store(bytes, 'audio/mpeg');
  await store(manifest, manifestType);
}

/** Returns the stored bytes of a song, plain or encrypted. */
async function bytesOf(plain: Buffer): Promise<Buffer | undefined> {
  const encrypted = node.encryptions.find(plain)?.encrypted;
  const file = async (sha256: Buffer) => readWhole(await node.catalogue.reader(node.catalogue.get(sha256)));
  if (node.catalogue.find(plain)) return file(plain);
  return encrypted ? decryptBytes(await file(encrypted), node.keys.open(encrypted)) : undefined;
}
const isWhole = async () => {
  const found = await Promise.all(songs.map(({ bytes }) => bytesOf(sha256Of(bytes))));
  return songs.every(({ bytes }, index) => found[index]?.equals(bytes));
};
const wasWhole = await isWhole();

let writes = 0;
const statements = Object.getPrototypeOf(db.prepare('SELECT 1')) as {
  run: (...values: unknown[]) => unknown;
};
const { run } = statements;
statements.run = function (...values: unknown[]) {
  writes += 1;
  const isEnd = writes === Number(at);
  if (isEnd && order === 'before') process.kill(process.pid, 'SIGKILL');
  const result = run.apply(this, values);
  if (isEnd) process.kill(process.pid, 'SIGKILL');
  return result;
};

const forSale = [album, ...songs.map(({ bytes }) => sha256Of(bytes))];

/** Sells the album, and returns the titles in the list of keys, and the number of lists with the first song. */
async function sell() {
  // Once it is registered, nobody encrypts it again, and its plain list is removed in the background.
  const list = existsSync(registration)
    ? readFileSync(registration)
    : (await node.encryptions.encrypt(album, user, registrant)).sha256;
  writeFileSync(registration, list);
  node.encryptions.reconcile();
  while (forSale.some((sha256) => node.catalogue.find(sha256))) await setTimeout(5);
  const file = await readWhole(await node.catalogue.reader(node.catalogue.get(list)));
  const made = readSoldCollection(await decryptBytes(file, node.keys.open(list)));
  return {
    titles: made?.parts.map(({ entry }) => entry.title),
    parts: node.sold.collectionsOf(node.encryptions.find(forSale[1] as Buffer)?.encrypted as Buffer).length,
  };
}

/** Cancels the sale, and returns once all files are readable again. */
async function cancel() {
  if (node.encryptions.find(album)) await node.encryptions.cancel(album);
  while (forSale.some((sha256) => node.encryptions.find(sha256))) await setTimeout(5);
}

node.start();
const made = action === 'cancel' ? await cancel() : await sell();
await node.stop();
process.stdout.write(
  JSON.stringify({
    ...{ wasWhole, isWhole: await isWhole(), ...made },
    contents: node.catalogue.totals().contents,
    keys: db.prepare('SELECT count(*) FROM content_keys').pluck().get(),
    pending: db.prepare('SELECT count(*) FROM sealings WHERE registered_at IS NULL').pluck().get(),
  }),
);
await blobs.close();
db.close();
