import { hash, randomUUID } from 'node:crypto';
import { close, fsync, open, rename, write } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { listen } from './listen.ts';

/**
 * Bare Node that stores small uploads with the same durability as Alcove and nothing else: SHA-256, file, fsync,
 * rename, fsync of the folder, and rows that arrive within a millisecond in one commit with synchronous=FULL. Argument:
 * the folder.
 */
const [folder = ''] = process.argv.slice(2);
const db = new Database(join(folder, 'rows.db'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('CREATE TABLE contents (sha256 BLOB NOT NULL UNIQUE, size INTEGER NOT NULL) STRICT');
const insert = db.prepare('INSERT INTO contents VALUES (?, ?) ON CONFLICT DO NOTHING');
const calls = { open: promisify(open), write: promisify(write), sync: promisify(fsync) };
const { closeFile, renameFile } = { closeFile: promisify(close), renameFile: promisify(rename) };
const folderFd = await calls.open(folder, 'r');

let rows: { sha256: Buffer; size: number; done: () => void }[] = [];
const commit = (sha256: Buffer, size: number) =>
  new Promise<void>((done) => {
    if (rows.push({ sha256, size, done }) === 1) setTimeout(flush, 1);
  });
function flush(): void {
  const batch = rows;
  rows = [];
  db.transaction(() => {
    for (const { sha256, size } of batch) insert.run(sha256, size);
  })();
  for (const { done } of batch) done();
}

let syncing: Promise<void> | undefined;
/** Syncs the folder once for all calls within one turn of the event loop. */
function syncFolder(): Promise<void> {
  syncing ??= new Promise<void>(setImmediate).then(() => {
    syncing = undefined;
    return calls.sync(folderFd);
  });
  return syncing;
}

async function store(bytes: Buffer): Promise<string> {
  const incoming = join(folder, `${randomUUID()}.part`);
  const sha256 = hash('sha256', bytes, 'buffer');
  const fd = await calls.open(incoming, 'wx');
  await calls.write(fd, bytes);
  await calls.sync(fd);
  await closeFile(fd);
  await renameFile(incoming, join(folder, sha256.toString('hex')));
  await syncFolder();
  await commit(sha256, bytes.length);
  return sha256.toString('hex');
}

listen((request, response) => {
  const chunks: Buffer[] = [];
  request
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', async () => {
      const body = JSON.stringify({ content_sha256: await store(Buffer.concat(chunks)) });
      response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': body.length });
      response.end(body);
    });
});
