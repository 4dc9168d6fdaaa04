import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createContent } from '../../src/app/modules/storage/content.ts';
import { NodeError } from '../../src/core/node-error.ts';
import { dearmor } from '../../src/crypto/age/armor.ts';
import { decryptBytes } from '../../src/crypto/age/in-memory.ts';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import { identityFromSeed } from '../../src/crypto/identity.ts';
import type { ChainContent } from '../../src/features/chain/indexer/chain-rows.ts';
import { ContentKeyService } from '../../src/features/licensing/content-key-service.ts';
import { receiptFile, signReceipt, verifyReceipt } from '../../src/features/licensing/receipt.ts';
import { DiskBlobStore } from '../../src/platform/blobs/store/disk-blob-store.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { licenceAddress, type SoldSong, soldSong } from '../purchases/sold-song.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

const node = identityFromSeed(Buffer.alloc(32, 3));
const [first, second] = [`0:${'1'.repeat(64)}`, `0:${'4'.repeat(64)}`];
const [author, copycat, buyer] = ['author', 'copycat', 'buyer'];
/** A user whose wallet holds the licence, but is no longer linked. */
const formerly = 'formerly';
const recipient = AgeIdentity.generate();

let folder: string;
let db: Db;
let blobs: DiskBlobStore;
let song: SoldSong;
let content: ReturnType<typeof createContent>;
let service: ContentKeyService;
let copycatKey: string;
/** The recipient of the licence on the chain, according to the index. */
let named: AgeIdentity | undefined;
/** The key hash of all registrations, unless they have their own. */
let registered: Buffer | undefined;
/** The answer of the chain when the index lags. */
let onChain: (user: string, licence: string) => boolean;
/** The time up to which the index is complete. */
let knownUntil: number | undefined;
let changes: number;

const registration = (address: string, owner: string, keyHash: Buffer): ChainContent => ({
  ...{ id: 1, index: 0, address, owner, sha256: song.encrypted, cover: undefined, keyHash },
  ...{ contentType: 'audio/mpeg', size: song.file.length, title: 'A song', description: '', authors: [] },
  ...{ hashtags: [], price: 1n, resalePrice: 2n, allowResale: true, downloadable: true, withdrawn: false },
  ...{ royalties: [], createdAt: 1, updatedAt: 1 },
});

/** A node on a chain where another user registered the same file again, with another key. */
beforeEach(async () => {
  named = AgeIdentity.generate();
  registered = undefined;
  folder = temporaryFolder();
  onChain = () => false;
  knownUntil = undefined;
  changes = 0;
  db = openTestDatabase(join(folder, 'alcove.db'));
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
    network: () => 'testnet',
    byFile: (sha256: Buffer) => (sha256.equals(song.encrypted) ? contents[0] : undefined),
    byAddress: (address: string) => {
      const found = contents.find((one) => one.address === address);
      return found && registered ? { ...found, keyHash: registered } : found;
    },
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
      deliveryOf: ({ address }, licence) =>
        address === first && licence === licenceAddress && named
          ? { facts: song.facts, recipient: named.recipient.bytes }
          : undefined,
    },
    sign: (facts) => signReceipt(node, facts, Date.now()),
    onChange: () => {
      changes += 1;
    },
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

it('stores the author’s key and returns it, encrypted and with a receipt, to a licence holder', async () => {
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
  // The licence of another user gives no receipt.
  await expect(ask(buyer, first, second)).rejects.toMatchObject({ code: 'licence_required' });
});

it('is stored once, whoever deposits it at the same time', async () => {
  await storeFile();
  const key = song.identity.secretKey();
  await Promise.all([author, buyer, 'somebody'].map((user) => deposit(user, first, key)));
  expect(changes).toBe(1);
  expect(content.keys.open(song.encrypted).secretKey()).toBe(key);
});

it('returns the key while the index lags if the contract of the licence confirms its owner', async () => {
  await storeFile();
  await deposit(author, first, song.identity.secretKey());
  knownUntil = 1;
  await expect(ask(buyer, first, licenceAddress)).rejects.toMatchObject({ code: 'chain_unavailable' });
  onChain = (user, licence) => user === 'newcomer' && licence === second;
  const given = await ask('newcomer', first, second);
  expect((await decryptBytes(dearmor(given.key), recipient)).toString()).toBe(song.identity.secretKey());
  // Only the index has the transaction that a receipt names.
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

it('returns nothing to a user who registered the same file again, and accepts no key from them', async () => {
  await storeFile();
  await deposit(author, first, song.identity.secretKey());
  await expect(ask(copycat, second)).rejects.toMatchObject({ code: 'content_not_found' });
  await expect(ask(copycat)).rejects.toMatchObject({ code: 'licence_required' });
  await expect(deposit(copycat, second, copycatKey)).rejects.toMatchObject({ code: 'content_not_found' });
  await expect(deposit(copycat, first, copycatKey)).rejects.toMatchObject({ code: 'not_yours' });
  expect(content.keys.open(song.encrypted).secretKey()).toBe(song.identity.secretKey());
});

it('rejects a key with another hash, one that decrypts nothing, and one before the file is stored', async () => {
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

const askAs = (
  to: AgeIdentity,
  { content_address = first, licence_address = licenceAddress }: Record<string, string | undefined> = {},
) => service.deliverToRecipient({ content_address, licence_address, recipient: to.recipient.toString() });

it('returns the key without sign-in to the recipient that the licence names on the chain', async () => {
  await storeFile();
  await deposit(author, first, song.identity.secretKey());
  const buyersNode = named as AgeIdentity;
  // A repeated request gets the same key, which only its recipient can decrypt.
  for (const given of [await askAs(buyersNode), await askAs(buyersNode)]) {
    expect((await decryptBytes(dearmor(given.key), buyersNode)).toString()).toBe(song.identity.secretKey());
    await expect(decryptBytes(dearmor(given.key), recipient)).rejects.toThrow();
    expect(given).toMatchObject({ key_hash: song.facts.key_hash });
    const file = given.receipt && receiptFile(given.receipt);
    expect(file && verifyReceipt(file, node.id)).toMatchObject({ ok: true, receipt: song.facts });
  }
  // The next owner of the licence names another one; after a transfer or destruction there is none.
  named = AgeIdentity.generate();
  await expect(askAs(buyersNode)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await askAs(named)).toMatchObject({ key_hash: song.facts.key_hash });
  named = undefined;
  await expect(askAs(buyersNode)).rejects.toMatchObject({ code: 'unauthorized' });
});

it('refuses all other requests without sign-in with the same message', async () => {
  await storeFile();
  const theirs = named as AgeIdentity;
  const refusals: unknown[] = [];
  const refused = async (to = theirs, asked: Parameters<typeof askAs>[1] = {}) => {
    refusals.push(await askAs(to, asked).then(() => 'given', problemOf));
  };
  await refused();
  // Only what another replica may have tells the adapter to look again.
  await expect(askAs(theirs)).rejects.toMatchObject({ details: { isUnknownHere: true } });
  await expect(askAs(recipient)).rejects.toMatchObject({ details: { isUnknownHere: false } });
  await deposit(author, first, song.identity.secretKey());
  await refused(recipient);
  await refused(theirs, { licence_address: second });
  await refused(theirs, { licence_address: 'nothing' });
  await refused(theirs, { content_address: second });
  await refused(theirs, { content_address: licenceAddress });
  await expect(
    service.deliverToRecipient({ content_address: first, recipient: theirs.recipient.toString() }),
  ).rejects.toMatchObject({ code: 'unauthorized' });
  // The purchase is not indexed yet, or the index is too old to know the current holder of the licence.
  named = undefined;
  await refused();
  named = theirs;
  knownUntil = 1;
  await refused();
  knownUntil = undefined;
  await content.catalogue.block(song.encrypted, '');
  await refused();
  expect(refusals).toEqual(refusals.map(() => ({ code: 'unauthorized', reason: 'http.tokenMissing' })));
});

const problemOf = (error: unknown) => {
  if (!(error instanceof NodeError)) return error;
  return { code: error.code, reason: error.text.reason };
};

it('accepts the key from anybody who has it, and returns it to licence holders only', async () => {
  await storeFile();
  const key = song.identity.secretKey();
  await expect(deposit('somebody', first, copycatKey)).rejects.toMatchObject({ code: 'not_yours' });
  await expect(deposit('somebody', first, 'AGE-SECRET-KEY-1')).rejects.toMatchObject({ code: 'not_yours' });
  expect(content.keys.find(song.encrypted)).toBeUndefined();
  expect(await deposit('somebody', first, key)).toMatchObject({ key_hash: song.facts.key_hash });
  await expect(ask('somebody')).rejects.toMatchObject({ code: 'licence_required' });
  expect(await ask(buyer)).toMatchObject({ key_hash: song.facts.key_hash });
});

it('rejects a registered key that does not decrypt the stored file', async () => {
  const hash = createHash('sha256').update(copycatKey).digest();
  registered = hash;
  await storeFile();
  for (const user of ['somebody', author]) {
    await expect(deposit(user, first, copycatKey)).rejects.toMatchObject({ code: 'key_invalid' });
  }
  expect(content.keys.find(song.encrypted)).toBeUndefined();
});

it('returns no key to an invalid recipient', async () => {
  await storeFile();
  await deposit(author, first, song.identity.secretKey());
  const content_address = first;
  // All zeros: a point whose shared secret is the same for everybody.
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
