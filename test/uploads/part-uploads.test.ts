import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { foreignText } from '../../src/core/messages/message.ts';
import { NodeError } from '../../src/core/node-error.ts';
import { costOfFile } from '../../src/core/stored-cost.ts';
import { PartUploadRepository } from '../../src/features/uploads/repository/part-upload-repository.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { GroupCommit } from '../../src/platform/sqlite/group-commit.ts';
import { filesOf, pathOf, temporaryFolder } from '../platform/blobs/support/temporary-store.ts';
import { randomBytes } from '../support/random-bytes.ts';
import {
  maxUploadBytes,
  openPartUploads,
  owner,
  type PartUploadNodeOptions,
  sha256,
} from './part-upload-node.ts';
import { hangingPart, partOf, read } from './upload-parts.ts';

const details = { fileName: 'song.mp3', declaredType: 'audio/mpeg' };
const notFound = { code: 'upload_not_found' };
const day = 24 * 60 * 60 * 1000;

async function open(options: PartUploadNodeOptions) {
  const node = await openPartUploads(options);
  onTestFinished(node.close);
  return node;
}

async function openNew(options: Partial<PartUploadNodeOptions> = {}) {
  const dataDir = await temporaryFolder();
  return { dataDir, ...(await open({ dataDir, ...options })) };
}

const wrongOffset = (currentSize: number) => ({
  code: 'offset_mismatch',
  details: { members: { current_size: currentSize } },
});

/** Does the same as the last part before a crash. */
async function recordComplete(db: Db, id: string, bytes: Buffer): Promise<void> {
  const rows = new PartUploadRepository(db, new GroupCommit(db));
  const { size } = rows.get(id) ?? expect.unreachable();
  expect(await rows.complete({ id, size }, sha256(bytes), Date.now())).toBe(true);
}

const refuse = () => {
  throw new NodeError('digest_mismatch', foreignText('It is not what it should be.'));
};

const unfinishedFiles = async (dataDir: string) =>
  (await filesOf(dataDir)).filter((file) => file.startsWith('uploads'));

test('stores parts as the same content as a whole upload', async () => {
  const { uploads, catalogue, dataDir } = await openNew();
  const bytes = randomBytes(1_500_000);
  const { uploadId, currentSize } = await uploads.begin(
    owner,
    details,
    partOf(bytes.subarray(0, 600_000), 0),
  );
  expect(currentSize).toBe(600_000);
  expect(Buffer.from(uploadId, 'base64url').length).toBeGreaterThanOrEqual(16);
  expect(await uploads.append(uploadId, owner.principal, partOf(Buffer.alloc(0), 600_000))).toEqual({
    uploadId,
    currentSize: 600_000,
  });
  const last = partOf(bytes.subarray(600_000), 600_000);
  const { content, alreadyStored } = await uploads.finish(uploadId, owner.principal, last);
  expect(alreadyStored).toBe(false);
  expect(content).toMatchObject({
    sha256: sha256(bytes),
    size: bytes.length,
    name: 'song.mp3',
    contentType: 'audio/mpeg',
    uploadedBy: 'owner',
  });
  expect((await read(catalogue, content)).equals(bytes)).toBe(true);
  expect(await unfinishedFiles(dataDir)).toEqual([]);
});

test('accepts an upload without bytes', async () => {
  const { uploads } = await openNew();
  const { uploadId } = await uploads.begin(owner, details, partOf(Buffer.alloc(0), 0));
  const { content } = await uploads.finish(uploadId, owner.principal, partOf(Buffer.alloc(0), 0));
  expect(content).toMatchObject({ size: 0, sha256: sha256(Buffer.alloc(0)) });
});

test('resumes an upload after a restart', async () => {
  const { uploads, close, dataDir } = await openNew();
  const bytes = randomBytes(1_300_000);
  const { uploadId } = await uploads.begin(owner, details, partOf(bytes.subarray(0, 700_000), 0));
  await close();
  const later = await open({ dataDir });
  expect(later.uploads.progressOf(uploadId, owner.principal).currentSize).toBe(700_000);
  const last = partOf(bytes.subarray(700_000), 700_000);
  const { content } = await later.uploads.finish(uploadId, owner.principal, last);
  expect((await read(later.catalogue, content)).equals(bytes)).toBe(true);
});

test('returns the right offset in the error for a wrong one', async () => {
  const { uploads } = await openNew();
  const { uploadId } = await uploads.begin(owner, details, partOf(randomBytes(1000), 0));
  for (const offset of [0, 999, 1001]) {
    const part = () => partOf(randomBytes(10), offset);
    for (const sent of [
      uploads.append(uploadId, owner.principal, part()),
      uploads.finish(uploadId, owner.principal, part()),
    ]) {
      await expect(sent).rejects.toMatchObject(wrongOffset(1000));
    }
  }
});

test('hides an upload from other principals', async () => {
  const { uploads } = await openNew();
  const { uploadId } = await uploads.begin(owner, details, partOf(randomBytes(1000), 0));
  const hanging = await hangingPart(randomBytes(1000), 1000, (part) =>
    uploads.append(uploadId, owner.principal, part),
  );
  for (const [id, principal] of [
    [uploadId, 'user:other'],
    ['unknown', owner.principal],
    ['../../alcove', owner.principal],
  ] as const) {
    expect(() => uploads.progressOf(id, principal)).toThrow(expect.objectContaining(notFound));
    await expect(uploads.append(id, principal, partOf(randomBytes(10), 1000))).rejects.toMatchObject(
      notFound,
    );
    await expect(uploads.finish(id, principal, partOf(randomBytes(10), 1000))).rejects.toMatchObject(
      notFound,
    );
  }
  hanging.source.end();
  expect(await hanging.outcome).toMatchObject({ value: { currentSize: 2000 } });
});

test('keeps the received bytes of an interrupted part, and nothing of one with a digest', async () => {
  const { uploads, catalogue } = await openNew();
  const bytes = randomBytes(1_000_000);
  const { uploadId } = await uploads.begin(owner, details, partOf(bytes.subarray(0, 100_000), 0));
  const broken = async (upTo: number, check?: () => void) => {
    const from = uploads.progressOf(uploadId, owner.principal).currentSize;
    const part = await hangingPart(bytes.subarray(from, upTo), from, (sent) =>
      uploads.append(uploadId, owner.principal, { ...sent, check }),
    );
    part.source.destroy(new Error('cut off'));
    expect(await part.outcome).toMatchObject({ reason: { message: 'cut off' } });
    return uploads.progressOf(uploadId, owner.principal).currentSize;
  };
  const size = await broken(400_000);
  expect(size).toBe(400_000);
  expect(await broken(600_000, () => {})).toBe(400_000);

  const { content } = await uploads.finish(uploadId, owner.principal, partOf(bytes.subarray(size), size));
  expect((await read(catalogue, content)).equals(bytes)).toBe(true);
});

test('keeps nothing of a first part that is interrupted or refused', async () => {
  const { uploads, dataDir, reservations } = await openNew();
  const broken = await hangingPart(randomBytes(300_000), 0, (part) => uploads.begin(owner, details, part));
  broken.source.destroy(new Error('cut off'));
  expect(await broken.outcome).toMatchObject({ reason: { message: 'cut off' } });
  const refused = uploads.begin(owner, details, partOf(randomBytes(300_000), 0, { check: refuse }));
  await expect(refused).rejects.toMatchObject({ code: 'digest_mismatch' });
  const tooLarge = uploads.begin(
    owner,
    details,
    partOf(randomBytes(10), 0, { sizeHint: maxUploadBytes + 1 }),
  );
  await expect(tooLarge).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(await unfinishedFiles(dataDir)).toEqual([]);
  expect(reservations.total).toBe(0);
});

test('discards a part with a wrong digest, and ends an upload whose digest is wrong', async () => {
  const { uploads, dataDir, catalogue, reservations } = await openNew();
  const bytes = randomBytes(900_000);
  const { uploadId } = await uploads.begin(owner, details, partOf(bytes.subarray(0, 500_000), 0));
  const wrong = () => partOf(randomBytes(200_000), 500_000, { check: refuse });
  const mismatch = { code: 'digest_mismatch' };
  await expect(uploads.append(uploadId, owner.principal, wrong())).rejects.toMatchObject(mismatch);
  await expect(uploads.finish(uploadId, owner.principal, wrong())).rejects.toMatchObject(mismatch);
  const hashes: Buffer[] = [];
  const right = partOf(bytes.subarray(500_000), 500_000, { check: (hash) => hashes.push(hash) });
  await expect(uploads.finish(uploadId, owner.principal, right, refuse)).rejects.toMatchObject(mismatch);
  expect(hashes).toEqual([sha256(bytes.subarray(500_000))]);
  expect(() => uploads.progressOf(uploadId, owner.principal)).toThrow(expect.objectContaining(notFound));
  expect(catalogue.totals().contents).toBe(0);
  expect(reservations.total).toBe(0);
  expect(await unfinishedFiles(dataDir)).toEqual([]);
});

test('repeats the response to the last part, also after a restart, until the content is deleted', async () => {
  const { uploads, dataDir, close } = await openNew();
  const bytes = randomBytes(500_000);
  const { uploadId } = await uploads.begin(owner, details, partOf(bytes.subarray(0, 300_000), 0));
  const last = () => partOf(bytes.subarray(300_000), 300_000);
  const { content } = await uploads.finish(uploadId, owner.principal, last());
  await close();

  const later = await open({ dataDir });
  const again = { content: { sha256: content.sha256, number: content.number }, alreadyStored: true };
  expect(await later.uploads.finish(uploadId, owner.principal, last())).toMatchObject(again);
  const atEnd = partOf(Buffer.alloc(0), bytes.length);
  expect(await later.uploads.finish(uploadId, owner.principal, atEnd)).toMatchObject(again);
  expect(later.uploads.progressOf(uploadId, owner.principal).currentSize).toBe(bytes.length);
  for (const [length, offset] of [
    [10, 0],
    [200_001, 300_000],
  ] as const) {
    const other = later.uploads.finish(uploadId, owner.principal, partOf(randomBytes(length), offset));
    await expect(other).rejects.toMatchObject(wrongOffset(bytes.length));
  }
  const further = later.uploads.append(uploadId, owner.principal, partOf(randomBytes(10), bytes.length));
  await expect(further).rejects.toMatchObject(wrongOffset(bytes.length));

  await later.catalogue.remove(content.sha256);
  await expect(later.uploads.finish(uploadId, owner.principal, last())).rejects.toMatchObject(notFound);
});

test('replaces a request that hangs by a newer one', async () => {
  const { uploads, catalogue } = await openNew();
  const bytes = randomBytes(800_000);
  const { uploadId } = await uploads.begin(owner, details, partOf(bytes.subarray(0, 100_000), 0));
  const older = await hangingPart(bytes.subarray(100_000, 300_000), 100_000, (part) =>
    uploads.append(uploadId, owner.principal, part),
  );
  const retried = uploads.append(uploadId, owner.principal, partOf(bytes.subarray(100_000), 100_000));
  await expect(retried).rejects.toMatchObject(wrongOffset(300_000));
  expect(await older.outcome).toMatchObject({ reason: { code: 'offset_mismatch' } });
  const rest = () => partOf(bytes.subarray(300_000), 300_000);
  const [first, second, third] = await Promise.allSettled([
    uploads.finish(uploadId, owner.principal, rest()),
    uploads.finish(uploadId, owner.principal, rest()),
    uploads.finish(uploadId, owner.principal, rest()),
  ]);
  expect([first, second]).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  if (third.status === 'rejected') {
    // The first of them had begun to arrive.
    const { currentSize } = uploads.progressOf(uploadId, owner.principal);
    expect(third.reason).toMatchObject(wrongOffset(currentSize));
    await uploads.finish(uploadId, owner.principal, partOf(bytes.subarray(currentSize), currentSize));
  }
  const content = catalogue.get(sha256(bytes));
  expect((await read(catalogue, content)).equals(bytes)).toBe(true);
});

test('expires an upload one day after its last part', async () => {
  let now = 1_000_000;
  const { uploads, dataDir, reservations } = await openNew({ clock: () => now });
  const [left, continued] = [
    await uploads.begin(owner, details, partOf(randomBytes(1000), 0)),
    await uploads.begin(owner, details, partOf(randomBytes(1000), 0)),
  ];
  now += day;
  await uploads.append(continued.uploadId, owner.principal, partOf(randomBytes(500), 1000));
  now += 1;
  const late = uploads.append(left.uploadId, owner.principal, partOf(randomBytes(10), 1000));
  await expect(late).rejects.toMatchObject(notFound);
  await uploads.collectExpired();
  expect(await unfinishedFiles(dataDir)).toEqual([join('uploads', `${continued.uploadId}.part`)]);
  expect(reservations.total).toBe(costOfFile(1500));
  expect(uploads.progressOf(continued.uploadId, owner.principal).currentSize).toBe(1500);
});

test('removes expired uploads at the start, and rows and files without each other', async () => {
  let now = 1_000_000;
  const clock = () => now;
  const { uploads, dataDir, close } = await openNew({ clock });
  const begin = (bytes: number) => uploads.begin(owner, details, partOf(randomBytes(bytes), 0));
  const expired = await begin(10);
  now += day;
  const [lost, short, good] = [await begin(10), await begin(20), await begin(30)];
  await close();
  const fileOf = (id: string) => join(dataDir, 'uploads', `${id}.part`);
  await rm(fileOf(lost.uploadId));
  await writeFile(fileOf(short.uploadId), 'less');
  await writeFile(fileOf('stray'), 'nobody knows me');
  now += 1;

  const later = await open({ dataDir, clock });
  expect(await unfinishedFiles(dataDir)).toEqual([join('uploads', `${good.uploadId}.part`)]);
  for (const { uploadId } of [expired, lost, short]) {
    expect(() => later.uploads.progressOf(uploadId, owner.principal)).toThrow(
      expect.objectContaining(notFound),
    );
  }
  expect(later.reservations.of('owner')).toBe(costOfFile(30));
});

test.each(['before its file was stored', 'before its row was'])(
  'resumes an upload that was complete at a crash, %s, before its last part',
  async (moment) => {
    const { uploads, db, dataDir, close } = await openNew();
    const bytes = randomBytes(500_000);
    const { uploadId } = await uploads.begin(owner, details, partOf(bytes.subarray(0, 300_000), 0));
    await recordComplete(db, uploadId, bytes);
    await close();
    const file = join(dataDir, 'uploads', `${uploadId}.part`);
    await appendFile(file, bytes.subarray(300_000));
    if (moment === 'before its row was') {
      const path = pathOf(dataDir, sha256(bytes));
      await mkdir(dirname(path));
      await rename(file, path);
    }

    const later = await open({ dataDir });
    expect(later.uploads.progressOf(uploadId, owner.principal).currentSize).toBe(300_000);
    const last = partOf(bytes.subarray(300_000), 300_000);
    const { content } = await later.uploads.finish(uploadId, owner.principal, last);
    expect((await read(later.catalogue, content)).equals(bytes)).toBe(true);
  },
);

test('counts unfinished uploads against the quota, also after a restart, until they are removed', async () => {
  const quota = { quotaBytes: costOfFile(1_000_000) };
  const { uploads, dataDir, close } = await openNew(quota);
  const { uploadId } = await uploads.begin(owner, details, partOf(randomBytes(600_000), 0));
  const insufficientStorage = { code: 'insufficient_storage' };
  await expect(uploads.begin(owner, details, partOf(randomBytes(400_001), 0))).rejects.toMatchObject(
    insufficientStorage,
  );
  await close();

  const later = await open({ dataDir, ...quota });
  const append = (bytes: number, sizeHint?: number) =>
    later.uploads.append(uploadId, owner.principal, partOf(randomBytes(bytes), 600_000, { sizeHint }));
  await expect(append(10, 400_001)).rejects.toMatchObject(insufficientStorage);
  await expect(append(400_001)).rejects.toMatchObject(insufficientStorage);
  expect(await append(0)).toMatchObject({ currentSize: 600_000 });
  const { content } = await later.uploads.finish(
    uploadId,
    owner.principal,
    partOf(randomBytes(400_000), 600_000),
  );
  expect(later.reservations.total).toBe(0);
  await expect(later.uploads.begin(owner, details, partOf(randomBytes(1), 0))).rejects.toMatchObject(
    insufficientStorage,
  );
  await later.catalogue.remove(content.sha256);
  await later.uploads.begin(owner, details, partOf(randomBytes(1), 0));
});

test('counts unfinished uploads against the quota of a user other than the owner', async () => {
  const { uploads } = await openNew({ userQuotaBytes: costOfFile(500_000) });
  const user = { principal: 'user:ann', user: 'ann', address: '127.0.0.1' };
  const { uploadId } = await uploads.begin(user, details, partOf(randomBytes(400_000), 0));
  const insufficientStorage = { code: 'insufficient_storage' };
  await expect(uploads.begin(user, details, partOf(randomBytes(100_001), 0))).rejects.toMatchObject(
    insufficientStorage,
  );
  const tooMuch = uploads.append(uploadId, user.principal, partOf(randomBytes(100_001), 400_000));
  await expect(tooMuch).rejects.toMatchObject(insufficientStorage);
  await uploads.begin(
    { principal: 'user:bob', user: 'bob', address: '127.0.0.1' },
    details,
    partOf(randomBytes(400_000), 0),
  );
  await uploads.begin(owner, details, partOf(randomBytes(600_000), 0));
  await uploads.finish(uploadId, user.principal, partOf(randomBytes(100_000), 400_000));
});

test('limits unfinished uploads of all users at one address, but not those of the owner', async () => {
  const { uploads } = await openNew();
  const begin = (user: string, address: string) =>
    uploads.begin({ principal: `user:${user}`, user, address }, details, partOf(Buffer.from('x'), 0));
  for (let n = 0; n < 10; n += 1) {
    await Promise.all(Array.from({ length: 20 }, () => begin(`user ${n}`, '192.0.2.1')));
  }
  await expect(begin('another', '192.0.2.1')).rejects.toMatchObject({ code: 'rate_limited' });
  const { uploadId } = await begin('another', '192.0.2.2');
  await uploads.begin({ ...owner, address: '192.0.2.1' }, details, partOf(Buffer.from('x'), 0));
  await uploads.finish(uploadId, 'user:another', partOf(Buffer.from('y'), 1));
});

test('remembers only the newest complete uploads, and limits the length of media types', async () => {
  const { uploads, db } = await openNew();
  const long = { fileName: 'a.txt', declaredType: `text/${'x'.repeat(10_000)}` };
  const ids: string[] = [];
  for (let n = 0; n < 103; n += 1) {
    const { uploadId } = await uploads.begin(owner, long, partOf(Buffer.from('the same'), 0));
    await uploads.finish(uploadId, owner.principal, partOf(Buffer.from(' bytes'), 8));
    ids.push(uploadId);
  }
  const rows = db.prepare(
    'SELECT count(*) AS rows, max(length(declared_type)) AS longest FROM partial_uploads',
  );
  // One more, because the newest was completed after the last began.
  expect(rows.get()).toEqual({ rows: 101, longest: 256 });
  expect(uploads.progressOf(ids.at(-1) as string, owner.principal).currentSize).toBe(14);
});

test('refuses blocked content once it is complete, and keeps nothing', async () => {
  const { uploads, content, dataDir, reservations } = await openNew();
  const bytes = randomBytes(400_000);
  await content.blocks.add(sha256(bytes), 'a complaint');
  const { uploadId } = await uploads.begin(owner, details, partOf(bytes.subarray(0, 200_000), 0));
  const last = uploads.finish(uploadId, owner.principal, partOf(bytes.subarray(200_000), 200_000));
  await expect(last).rejects.toMatchObject({ code: 'blocked' });
  expect(() => uploads.progressOf(uploadId, owner.principal)).toThrow(expect.objectContaining(notFound));
  expect(reservations.total).toBe(0);
  expect((await filesOf(dataDir)).filter((file) => /^(uploads|blobs)/.test(file))).toEqual([]);
});

test.each(['append', 'finish'] as const)(
  'refuses a part that another replica has received meanwhile (%s), and keeps its progress',
  async (how) => {
    const { uploads, db, content } = await openNew();
    const rows = new PartUploadRepository(db, content.commands);
    const bytes = randomBytes(300_000);
    const { uploadId } = await uploads.begin(owner, details, partOf(bytes.subarray(0, 100_000), 0));
    const { source, outcome } = await hangingPart(bytes.subarray(100_000), 100_000, (part) =>
      uploads[how](uploadId, owner.principal, part),
    );
    expect(await rows.grow({ id: uploadId, size: 100_000 }, 120_000, Date.now())).toBe(true);
    source.end();
    expect((await outcome).reason).toMatchObject(wrongOffset(120_000));
    expect(rows.get(uploadId)).toMatchObject({ size: 120_000, sha256: null });
    expect(content.catalogue.totals().contents).toBe(0);
  },
);

test('adds the user as owner of a content that is already stored, also after a crash', async () => {
  const { uploads, db, dataDir, close } = await openNew();
  const bytes = randomBytes(400_000);
  const begin = (uploader: typeof owner) =>
    uploads.begin(uploader, details, partOf(bytes.subarray(0, 200_000), 0));
  const last = () => partOf(bytes.subarray(200_000), 200_000);
  await uploads.finish((await begin(owner)).uploadId, owner.principal, last());
  const ann = { principal: 'user:ann', user: 'ann', address: '127.0.0.1' };
  const { uploadId } = await begin(ann);
  // The crash comes when the upload is complete and recorded, but not stored yet.
  await recordComplete(db, uploadId, bytes);
  await close();

  const later = await open({ dataDir });
  expect(later.uploads.progressOf(uploadId, ann.principal).currentSize).toBe(200_000);
  await later.uploads.finish(uploadId, ann.principal, last());
  expect(later.content.usageOf('ann')).toMatchObject({ contents: 1, contentBytes: 400_000 });
});

test('keeps the owner of a complete upload when a crash comes before the owner is recorded', async () => {
  const { uploads, db, dataDir, close } = await openNew();
  const bytes = randomBytes(400_000);
  const begin = (uploader: typeof owner) =>
    uploads.begin(uploader, details, partOf(bytes.subarray(0, 200_000), 0));
  const last = () => partOf(bytes.subarray(200_000), 200_000);
  await uploads.finish((await begin(owner)).uploadId, owner.principal, last());
  const ann = { principal: 'user:ann', user: 'ann', address: '127.0.0.1' };
  const { uploadId } = await begin(ann);
  await uploads.append(uploadId, ann.principal, last());
  await recordComplete(db, uploadId, bytes);
  await close();
  await rename(join(dataDir, 'uploads', `${uploadId}.part`), pathOf(dataDir, sha256(bytes)));

  const later = await open({ dataDir });
  const { currentSize } = later.uploads.progressOf(uploadId, ann.principal);
  const rest = partOf(bytes.subarray(currentSize), currentSize);
  const { content } = await later.uploads.finish(uploadId, ann.principal, rest);
  expect((await read(later.catalogue, content)).equals(bytes)).toBe(true);
  expect(later.content.usageOf('ann')).toMatchObject({ contents: 1, contentBytes: 400_000 });
});

test('allows a retry of the last part after a full database', async () => {
  const { uploads, db, catalogue, dataDir } = await openNew();
  const bytes = randomBytes(600_000);
  const { uploadId } = await uploads.begin(owner, details, partOf(bytes.subarray(0, 400_000), 0));
  const last = () => uploads.finish(uploadId, owner.principal, partOf(bytes.subarray(400_000), 400_000));
  db.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON contents BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  await expect(last()).rejects.toThrow('no room');
  expect(uploads.progressOf(uploadId, owner.principal)).toEqual({ uploadId, currentSize: 400_000 });
  expect((await filesOf(dataDir)).filter((file) => file.startsWith('blobs'))).toEqual([]);
  db.exec('DROP TRIGGER full');
  const { content } = await last();
  expect((await read(catalogue, content)).equals(bytes)).toBe(true);
});

test('keeps to the limit of a principal for uploads that start at the same time', async () => {
  const { uploads } = await openNew();
  const begun = await Promise.allSettled(
    Array.from({ length: 110 }, () => uploads.begin(owner, details, partOf(Buffer.alloc(0), 0))),
  );
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
});

test('limits the number of unfinished uploads of a principal', async () => {
  const { uploads } = await openNew();
  const begin = (principal: string) =>
    uploads.begin({ ...owner, principal }, details, partOf(Buffer.alloc(0), 0));
  const begun = await Promise.all(Array.from({ length: 100 }, () => begin(owner.principal)));
  await expect(begin(owner.principal)).rejects.toMatchObject({ code: 'rate_limited' });
  await begin('user:other');
  const { uploadId = '' } = begun[0] ?? {};
  await uploads.finish(uploadId, owner.principal, partOf(randomBytes(10), 0));
  await begin(owner.principal);
});

test('aborts running parts on close and keeps their bytes', async () => {
  const { uploads, dataDir, close } = await openNew();
  const bytes = randomBytes(500_000);
  const { uploadId } = await uploads.begin(owner, details, partOf(bytes.subarray(0, 100_000), 0));
  const part = await hangingPart(bytes.subarray(100_000, 350_000), 100_000, (sent) =>
    uploads.append(uploadId, owner.principal, sent),
  );
  await close();
  expect(await part.outcome).toMatchObject({ reason: { code: 'shutting_down' } });

  const later = await open({ dataDir });
  const { currentSize } = later.uploads.progressOf(uploadId, owner.principal);
  expect(currentSize).toBe(350_000);
  const last = partOf(bytes.subarray(currentSize), currentSize);
  const { content } = await later.uploads.finish(uploadId, owner.principal, last);
  expect((await read(later.catalogue, content)).equals(bytes)).toBe(true);
});

test('allows a retry of a last part whose content could not be stored', async () => {
  const { uploads, dataDir, catalogue, reservations } = await openNew();
  const bytes = randomBytes(500_000);
  const { uploadId } = await uploads.begin(owner, details, partOf(bytes.subarray(0, 300_000), 0));
  const last = () => uploads.finish(uploadId, owner.principal, partOf(bytes.subarray(300_000), 300_000));
  const blobs = join(dataDir, 'blobs');
  await rm(blobs, { recursive: true });
  await expect(last()).rejects.toThrow('ENOENT');
  expect(uploads.progressOf(uploadId, owner.principal)).toEqual({ uploadId, currentSize: 300_000 });
  expect(reservations.total).toBe(costOfFile(300_000));
  await mkdir(blobs);
  const { content } = await last();
  expect((await read(catalogue, content)).equals(bytes)).toBe(true);
});

test('keeps acknowledged bytes when the database is full, and can resume', async () => {
  const { uploads, db, catalogue, reservations } = await openNew();
  const bytes = randomBytes(600_000);
  const { uploadId } = await uploads.begin(owner, details, partOf(bytes.subarray(0, 400_000), 0));
  // A size limit of the database causes the same error as a full disk.
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
  const fill = async () => {
    for (;;)
      await uploads.begin(
        { principal: 'user:other', user: 'other', address: '127.0.0.1' },
        details,
        partOf(randomBytes(10), 0),
      );
  };
  await expect(fill()).rejects.toMatchObject({ code: 'insufficient_storage' });
  const arriving = reservations.total;
  db.pragma('max_page_count = 100000');
  expect(reservations.total).toBe(arriving);
  const last = partOf(bytes.subarray(400_000), 400_000);
  const { content } = await uploads.finish(uploadId, owner.principal, last);
  expect((await read(catalogue, content)).equals(bytes)).toBe(true);
});
