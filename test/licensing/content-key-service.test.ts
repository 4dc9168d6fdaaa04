import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createContent } from '../../src/app/modules/content.ts';
import { dearmor } from '../../src/crypto/age/armor.ts';
import { decryptBytes } from '../../src/crypto/age/in-memory.ts';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import { identityFromSeed } from '../../src/crypto/identity.ts';
import type { ChainContent } from '../../src/features/chain/indexer/chain-rows.ts';
import { ContentKeyService } from '../../src/features/licensing/content-key-service.ts';
import { receiptFile, signReceipt, verifyReceipt } from '../../src/features/licensing/receipt.ts';
import { DiskBlobStore } from '../../src/platform/blobs/store/disk-blob-store.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { openDatabase } from '../../src/platform/sqlite/open-database.ts';
import { licenceAddress, type SoldSong, soldSong } from '../purchases/sold-song.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';

const node = identityFromSeed(Buffer.alloc(32, 3));
const [first, second] = [`0:${'1'.repeat(64)}`, `0:${'4'.repeat(64)}`];
const [author, copycat, buyer] = ['author', 'copycat', 'buyer'];
/** Somebody whose wallet holds the licence, and is linked no more. */
const formerly = 'formerly';
const recipient = AgeIdentity.generate();

let folder: string;
let db: Db;
let blobs: DiskBlobStore;
let song: SoldSong;
let content: ReturnType<typeof createContent>;
let service: ContentKeyService;
let copycatKey: string;
/** What the chain answers where the index lags. */
let onChain: (user: string, licence: string) => boolean;
/** Up to when the index is complete. */
let knownUntil: number | undefined;

const registration = (address: string, owner: string, keyHash: Buffer): ChainContent => ({
  ...{ id: 1, index: 0, address, owner, sha256: song.encrypted, cover: undefined, keyHash },
  ...{ contentType: 'audio/mpeg', size: song.file.length, title: 'A song', description: '', authors: [] },
  ...{ hashtags: [], price: 1n, resalePrice: 2n, allowResale: true, downloadable: true, withdrawn: false },
  ...{ royalties: [], createdAt: 1, updatedAt: 1 },
});

/** A node on whose chain somebody has registered the same file again, with a key of their own. */
beforeEach(async () => {
  folder = temporaryFolder();
  onChain = () => false;
  knownUntil = undefined;
  db = openDatabase(join(folder, 'alcove.db'));
  blobs = new DiskBlobStore({ dataDir: folder });
  await blobs.open();
  song = await soldSong();
  const keyHash = Buffer.from(song.facts.key_hash, 'hex');
  copycatKey = AgeIdentity.generate().secretKey();
  const contents = [
    registration(first, author, keyHash),
    registration(second, copycat, createHash('sha256').update(copycatKey).digest()),
  ];
  const chain = {
    byFile: (sha256: Buffer) => (sha256.equals(song.encrypted) ? contents[0] : undefined),
    byAddress: (address: string) => contents.find((one) => one.address === address),
    licencesOf: () => [],
    owns: ({ owner }: ChainContent, user: string) => owner === user,
    holds: ({ address, owner }: ChainContent, user: string) =>
      owner === user || ([buyer, formerly].includes(user) && address === first),
    knownUntil: () => knownUntil,
    contractAddress: () => song.facts.content_address,
    walletAddress: (address: string) => address,
  };
  content = createContent({
    ...{ db, blobs, chain, nodeSecret: Buffer.alloc(32, 9), clock: Date.now },
    users: { walletOf: () => null, usersOf: () => [] },
    ...{ quotaBytes: undefined, userQuotaBytes: 1e9, maxUploadBytes: 1e9 },
    ...{ onChange: () => {}, onBlockedChange: () => {} },
  });
  service = new ContentKeyService({
    ...content,
    chain,
    licences: {
      owns: ({ owner }, user) => owner === user,
      factsOf: (_, user, licence = licenceAddress) =>
        user === buyer && licence === licenceAddress ? song.facts : undefined,
      lookUp: async (_, user, licence) => (onChain(user, licence) ? { facts: undefined } : undefined),
    },
    sign: (facts) => signReceipt(node, facts, Date.now()),
    onChange: () => {},
  });
});
afterEach(async () => {
  await content.stop();
  await blobs.close();
  db.close();
  rmSync(folder, { recursive: true, force: true });
});
const storeFile = async (bytes = song.file): Promise<void> => {
  const staged = await blobs.write(Readable.from([bytes]), { maxBytes: 1e9 });
  await content.catalogue.keep(staged, {
    declaredType: 'application/octet-stream',
    fileName: 'song.age',
    uploadedBy: author,
  });
};
const deposit = (user: string, content_address: string, key: string) =>
  service.deposit(user, { content_address, key });
const ask = (user: string, content_address = first, licence_address?: string) =>
  service.deliver(user, { content_address, recipient: recipient.recipient.toString(), licence_address });

it('takes the key from the author and gives it, for their eyes only, with a receipt to who has a licence', async () => {
  await storeFile();
  const key = song.identity.secretKey();
  await expect(ask(buyer)).rejects.toMatchObject({ code: 'key_not_found' });
  expect(await deposit(author, first, `${key}\n`)).toMatchObject({ key_hash: song.facts.key_hash });
  expect(content.keys.find(song.encrypted)).toMatchObject({
    ...{ origin: 'deposit', plainSize: song.plain.length, contentType: 'audio/mpeg' },
  });
  const given = await ask(buyer);
  expect((await decryptBytes(dearmor(given.key), recipient)).toString()).toBe(key);
  expect(JSON.stringify(given)).not.toContain(key);
  expect(given.receipt && verifyReceipt(receiptFile(given.receipt), node.id)).toMatchObject({ ok: true });
  expect((await ask(author)).receipt).toBeNull();
  await expect(ask('somebody')).rejects.toMatchObject({ code: 'licence_required' });
  await expect(ask(formerly)).rejects.toMatchObject({ code: 'licence_required' });
  // A licence that is not theirs gives no receipt.
  await expect(ask(buyer, first, second)).rejects.toMatchObject({ code: 'licence_required' });
});

it('gives the key while the index lags, when the contract of the named licence says who owns it', async () => {
  await storeFile();
  await deposit(author, first, song.identity.secretKey());
  knownUntil = 1;
  await expect(ask(buyer, first, licenceAddress)).rejects.toMatchObject({ code: 'chain_unavailable' });
  onChain = (user, licence) => user === 'newcomer' && licence === second;
  const given = await ask('newcomer', first, second);
  expect((await decryptBytes(dearmor(given.key), recipient)).toString()).toBe(song.identity.secretKey());
  // The index alone knows the transaction that a receipt names.
  expect(given.receipt).toBeNull();
  for (const [who, licence] of [
    ['newcomer', first],
    ['newcomer', undefined],
    ['somebody', second],
  ] as const) {
    await expect(ask(who, first, licence)).rejects.toMatchObject({
      code: expect.stringMatching(/^(licence_required|chain_unavailable)$/),
    });
  }
});

it('gives nothing to who registered the same file once more, and takes no key from them', async () => {
  await storeFile();
  await deposit(author, first, song.identity.secretKey());
  await expect(ask(copycat, second)).rejects.toMatchObject({ code: 'content_not_found' });
  await expect(ask(copycat)).rejects.toMatchObject({ code: 'licence_required' });
  await expect(deposit(copycat, second, copycatKey)).rejects.toMatchObject({ code: 'content_not_found' });
  await expect(deposit(copycat, first, copycatKey)).rejects.toMatchObject({ code: 'not_yours' });
  expect(content.keys.open(song.encrypted).secretKey()).toBe(song.identity.secretKey());
});

it('takes no key of another hash, none that opens nothing, and none before the file is here', async () => {
  const key = song.identity.secretKey();
  await expect(deposit(author, first, key)).rejects.toMatchObject({ code: 'content_not_found' });
  await storeFile();
  await expect(deposit(author, first, 'AGE-SECRET-KEY-1')).rejects.toMatchObject({ code: 'key_invalid' });
  await expect(deposit(author, first, copycatKey)).rejects.toMatchObject({ code: 'key_invalid' });
  expect(content.keys.find(song.encrypted)).toBeUndefined();
  for (const wrong of ['nowhere', `0:${'9'.repeat(64)}`]) {
    await expect(deposit(author, wrong, key)).rejects.toMatchObject({ code: 'content_not_found' });
  }
});

it('gives no key to what is no recipient', async () => {
  await storeFile();
  await deposit(author, first, song.identity.secretKey());
  const content_address = first;
  // All zeros: a point with which anybody has the same secret.
  for (const to of [
    'age1',
    `age1${'q'.repeat(58)}`,
    'AGE1QL3Z7HJY54PW3HYWW5AYYFG7ZQGVC7W3J2ELW8ZMRJ2KG5SFN9AQMCAC8P',
  ]) {
    await expect(service.deliver(buyer, { content_address, recipient: to })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  }
});
