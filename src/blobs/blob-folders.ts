import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderSync } from './folder-sync.ts';

const folderMode = 0o700;
const hashName = /^[0-9a-f]{64}$/;

/**
 * Where files lie: `blobs/<2 hex>/<hex SHA-256>` when stored, before in `incoming/<random>.part`, or in
 * `uploads/<upload id>.part` when they arrive in parts.
 */
export class BlobFolders {
  readonly #dataDir: string;
  readonly #blobs: string;
  readonly #incoming: string;
  readonly uploads: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#blobs = join(dataDir, 'blobs');
    this.#incoming = join(dataDir, 'incoming');
    this.uploads = join(dataDir, 'uploads');
  }

  get root(): string {
    return this.#blobs;
  }

  pathOf(sha256: Uint8Array): string {
    const hex = Buffer.from(sha256).toString('hex');
    return join(this.#blobs, hex.slice(0, 2), hex);
  }

  newIncomingPath(): string {
    return join(this.#incoming, `${randomUUID()}.part`);
  }

  /**
   * Makes every folder durably and empties `incoming/`.
   * @returns the file system's time of that, in ms since the epoch: files written later are not older
   */
  async prepare(folderSync: FolderSync): Promise<number> {
    await rm(this.#incoming, { recursive: true, force: true });
    for (const folder of [this.#incoming, this.uploads, this.#blobs]) {
      await mkdir(folder, { recursive: true, mode: folderMode });
      await chmod(folder, folderMode);
    }
    const present = new Set(await readdir(this.#blobs));
    const missing = shardNames().filter((shard) => !present.has(shard));
    for (const shard of missing) await mkdir(join(this.#blobs, shard), { mode: folderMode });
    for (const folder of [this.#blobs, this.#dataDir]) await folderSync.sync(folder);
    return (await stat(this.#incoming)).mtimeMs;
  }

  /** The hashes of what is stored, in order, one batch for each folder. */
  async *batches(): AsyncGenerator<Buffer[]> {
    for (const shard of shardNames()) {
      const names = await readdir(join(this.#blobs, shard));
      const hashes = names.filter((name) => hashName.test(name) && name.startsWith(shard)).sort();
      yield hashes.map((name) => Buffer.from(name, 'hex'));
    }
  }
}

const shardNames = (): string[] =>
  Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));
