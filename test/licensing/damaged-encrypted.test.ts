import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ContentServices } from '../../src/app/modules/storage/content.ts';
import { encryptBytes } from '../../src/crypto/age/in-memory.ts';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import { openContent } from '../content/open-content.ts';
import { randomBytes } from '../support/random-bytes.ts';

const plainSize = 300_000;

/** An age file as an author might send it, with the key for the expected content. */
async function handedOver(change: (file: Buffer) => Buffer, key?: AgeIdentity) {
  const identity = AgeIdentity.generate();
  const plain = randomBytes(plainSize);
  const file = change(await encryptBytes(plain, [identity.recipient]));
  const content = await openContent();
  const { content: stored } = await content.catalogue.store({
    ...{ source: Readable.from([file]), sizeHint: undefined, signal: new AbortController().signal },
    ...{ declaredType: undefined, fileName: undefined, uploadedBy: 'user:1' },
  });
  await content.keys.put({
    ...{ encrypted: stored.sha256, plain: null, plainSize, contentType: 'audio/mpeg', origin: 'delivery' },
    identity: key ?? identity,
  });
  return { ...content, sha256: stored.sha256, plain };
}

const accessOf = ({ licensed }: ContentServices, sha256: Buffer) =>
  new URL(licensed.link(sha256, 'owner', 'http://node.example').url).searchParams.get('access') ?? '';

/** Stores the bytes that it receives. */
function collector() {
  const pieces: Buffer[] = [];
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      pieces.push(Buffer.from(chunk));
      done();
    },
  });
  return { out, bytes: () => Buffer.concat(pieces) };
}

const refusal = { code: 'content_damaged' };

describe('an encrypted file', () => {
  it('that does not match its key, is truncated or too long is refused before any byte is sent', async () => {
    const other = await handedOver((file) => file, AgeIdentity.generate());
    await expect(other.licensed.open(other.sha256, accessOf(other, other.sha256))).rejects.toMatchObject(
      refusal,
    );
    for (const change of [
      (file: Buffer) => file.subarray(0, -70_000),
      (file: Buffer) => Buffer.concat([file, Buffer.alloc(10)]),
      (file: Buffer) => file.subarray(0, 150),
    ]) {
      const node = await handedOver(change);
      await expect(node.licensed.open(node.sha256, accessOf(node, node.sha256))).rejects.toMatchObject(
        refusal,
      );
    }
  });

  it('altered in the middle aborts there, and is never complete', async () => {
    const node = await handedOver((file) => {
      file[150_000] = (file[150_000] ?? 0) ^ 1;
      return file;
    });
    const opened = await node.licensed.open(node.sha256, accessOf(node, node.sha256));
    const { out, bytes: sent } = collector();
    await expect(opened.sendTo(out)).rejects.toMatchObject(refusal);
    expect([out.destroyed, out.writableFinished]).toEqual([true, false]);
    const bytes = sent();
    expect(bytes.length).toBe(2 * 65_536);
    expect(bytes.equals(node.plain.subarray(0, bytes.length))).toBe(true);

    // The bytes after it are still intact.
    const end = plainSize - 1;
    const rest = collector();
    await opened.sendTo(rest.out, { start: end - 9, end });
    expect(rest.bytes().equals(node.plain.subarray(-10))).toBe(true);
    await opened.close();
  });

  it('that changed on the disk is quarantined like any content', async () => {
    const node = await handedOver((file) => file);
    const hex = node.sha256.toString('hex');
    const access = accessOf(node, node.sha256);
    writeFileSync(join(node.dataDir, 'blobs', hex.slice(0, 2), hex), randomBytes(plainSize));
    await expect(node.licensed.open(node.sha256, access)).rejects.toMatchObject(refusal);
    await expect.poll(() => node.damages.list(1)).toMatchObject([{ problem: 'damaged' }]);
  });

  it('that changed on the disk after it was opened returns no wrong byte', async () => {
    const node = await handedOver((bytes) => bytes);
    const hex = node.sha256.toString('hex');
    const path = join(node.dataDir, 'blobs', hex.slice(0, 2), hex);
    const file = readFileSync(path);
    const read = async () => {
      const opened = await node.licensed.open(node.sha256, accessOf(node, node.sha256));
      const { out, bytes } = collector();
      await opened.sendTo(out).finally(() => opened.close());
      return bytes();
    };
    expect((await read()).equals(node.plain)).toBe(true);
    for (const changed of [randomBytes(file.length), file.subarray(0, -1), file.subarray(0, 100_000)]) {
      writeFileSync(path, changed);
      await expect(read()).rejects.toMatchObject(refusal);
      await expect.poll(() => node.damages.list(1)).toMatchObject([{ problem: 'damaged' }]);
      // As after a download from another node.
      await node.catalogue.store({
        ...{ source: Readable.from([file]), sizeHint: undefined, signal: new AbortController().signal },
        ...{ declaredType: undefined, fileName: undefined, uploadedBy: 'user:1' },
      });
      expect((await read()).equals(node.plain)).toBe(true);
    }
  });

  it('whose key was encrypted with another node secret is not decrypted', async () => {
    const node = await handedOver((file) => file);
    const access = accessOf(node, node.sha256);
    node.db.prepare('UPDATE content_keys SET key = ?').run(createHash('sha512').update('x').digest());
    await expect(node.licensed.open(node.sha256, access)).rejects.toMatchObject({ code: 'key_not_found' });
  });
});
