import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import express from 'express';
import { listen } from './listen.ts';

/**
 * Express that stores uploads in the plain way, with the same durability as Alcove: the body through a hash into a
 * file, fsync, rename, fsync of the folder, a row in SQLite with synchronous=FULL. Argument: the folder.
 */
const [folder = ''] = process.argv.slice(2);
const db = new Database(join(folder, 'rows.db'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('CREATE TABLE contents (sha256 BLOB NOT NULL UNIQUE, size INTEGER NOT NULL) STRICT');
const insert = db.prepare('INSERT INTO contents VALUES (?, ?) ON CONFLICT DO NOTHING');

const app = express();
app.get('/', (_request, response) => {
  response.json({ ok: true });
});
app.post('/', async (request, response) => {
  const incoming = join(folder, `${randomUUID()}.part`);
  const hash = createHash('sha256');
  let size = 0;
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(request, hashing, createWriteStream(incoming, { flush: true }));
  const sha256 = hash.digest();
  await rename(incoming, join(folder, sha256.toString('hex')));
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
  insert.run(sha256, size);
  response.status(201).json({ content_sha256: sha256.toString('hex'), size });
});

listen(app);
