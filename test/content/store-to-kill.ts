/**
 * Stores own contents and copies beyond their limit, moves own ones to the trash and back, damages files and has them
 * repaired until the test kills it. The test reads its output: acknowledged operations and damaged files.
 */

import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContent } from '../../src/app/modules/storage/content.ts';
import { foreignText } from '../../src/core/messages/message.ts';
import { NodeError } from '../../src/core/node-error.ts';
import { DiskBlobStore } from '../../src/platform/blobs/store/disk-blob-store.ts';
import { openDatabase } from '../../src/platform/sqlite/open-database.ts';
import { bytesOf, copiesBytes, fileOf } from './kill-stores.ts';

const [dataDir = '', from = '0'] = process.argv.slice(2);
const known = new Map<string, number>();
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const print = (...words: string[]) => process.stdout.write(`${words.join(' ')}\n`);

const db = openDatabase(join(dataDir, 'alcove.db'));
const blobs = new DiskBlobStore({ dataDir });
await blobs.open();
const content = createContent({
  db,
  nodeSecret: Buffer.alloc(32),
  blobs,
  users: { walletOf: () => null, usersOf: () => [] },
  quotaBytes: undefined,
  copiesBytes,
  userQuotaBytes: 0,
  maxUploadBytes: 1e9,
  scrubPace: { bytesPerSecond: 1e9, days: 30 },
  clock: Date.now,
  onChange: () => {},
  onBlockedChange: () => {},
});
content.start();
content.repair.start({
  background: { pausedBy: () => [], onChange: () => () => {} },
  fetch: async (hash) => {
    const n = known.get(hash.toString('hex'));
    if (n === undefined) throw new NodeError('content_not_found', foreignText('Nobody has it.'));
    await receive(n);
  },
});

const signal = new AbortController().signal;
const receive = (n: number) =>
  content.copies.receive(sha256(bytesOf(n)), slowly(n), {
    ...{
      sizeHint: undefined,
      contentType: undefined,
      fileName: `${n}.bin`,
      host: 'https://far.example',
      signal,
    },
  });

async function* slowly(n: number) {
  const bytes = bytesOf(n);
  for (let at = 0; at < bytes.length; at += 20_000) yield bytes.subarray(at, at + 20_000);
}

for (let n = Number(from); ; n += 1) {
  const bytes = bytesOf(n);
  const hash = sha256(bytes);
  known.set(hash.toString('hex'), n);
  print('begins', String(n));
  if (n % 4 === 0) {
    await content.catalogue.store({
      ...{ source: slowly(n), declaredType: undefined, fileName: undefined, uploadedBy: 'owner' },
      ...{ sizeHint: undefined, signal },
    });
    print('own', hash.toString('hex'));
    // Of every four own files, one goes to the trash, one comes back from there, and one is purged.
    const turn = (n / 4) % 4;
    if (turn > 0) {
      await content.trash.add(hash);
      print('trashed', hash.toString('hex'));
    }
    if (turn === 2) {
      print('restoring', hash.toString('hex'));
      await content.trash.restore(hash);
      print('own', hash.toString('hex'));
    }
    if (turn === 3) {
      print('purging', hash.toString('hex'));
      await content.trash.purge(hash);
    }
  } else {
    await receive(n);
  }
  if (n % 5 === 0) {
    const file = fileOf(dataDir, hash);
    if (existsSync(file)) {
      print('breaks', hash.toString('hex'));
      writeFileSync(file, 'broken');
    }
    content.scrub.begin();
  }
}
