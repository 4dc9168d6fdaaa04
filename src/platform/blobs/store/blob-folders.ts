import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renameFile, unlessMissing } from './files.ts';
import { FolderSync } from './folder-sync.ts';
import { IncomingFiles } from './incoming-files.ts';
import { systemCode } from './system-code.ts';

export const folderMode = 0o700;
const hashName = /^[0-9a-f]{64}$/;
const uploadEnding = '.part';

/** The folders of a store in the folder that holds it. */
export const storeFolders = ['blobs', 'incoming', 'uploads', 'quarantine'] as const;

/**
 * The files in one folder: `blobs/<2 hex>/<hex SHA-256>` when stored, before in `incoming/<random>.part`, or in
 * `uploads/<upload id>.part` when they arrive in parts; in `quarantine/<hex SHA-256>` when damaged.
 */
export class BlobFolders {
  /** The folder that holds the others. */
  readonly folder: string;
  readonly blobs: string;
  readonly uploads: string;
  readonly quarantine: string;
  /** Files in `incoming/` that are being written, or wait to be stored or discarded. */
  readonly incomingFiles = new IncomingFiles();
  /** The file system's time of `prepare`, in ms since the epoch; files written later are not older. */
  preparedAt = 0;
  readonly #incomingFolder: string;
  readonly #folderSync = new FolderSync();

  constructor(folder: string) {
    this.folder = folder;
    this.blobs = join(folder, 'blobs');
    this.#incomingFolder = join(folder, 'incoming');
    this.uploads = join(folder, 'uploads');
    this.quarantine = join(folder, 'quarantine');
  }

  pathOf(sha256: Uint8Array): string {
    const hex = Buffer.from(sha256).toString('hex');
    return join(this.blobs, hex.slice(0, 2), hex);
  }

  uploadPath(id: string): string {
    return join(this.uploads, id + uploadEnding);
  }

  quarantinePath(sha256: Uint8Array): string {
    return join(this.quarantine, Buffer.from(sha256).toString('hex'));
  }

  newIncomingPath(): string {
    return join(this.#incomingFolder, `${randomUUID()}.part`);
  }

  /** Creates and syncs the folders and empties `incoming/`. */
  async prepare(): Promise<void> {
    await rm(this.#incomingFolder, { recursive: true, force: true });
    for (const name of storeFolders) await makePrivate(join(this.folder, name));
    await this.#folderSync.sync(this.folder);
    this.preparedAt = (await stat(this.#incomingFolder)).mtimeMs;
  }

  /** Moves a complete, synced file to a path of this store and syncs the name; creates a missing shard. */
  async place(file: string, target: string): Promise<void> {
    try {
      await renameFile(file, target);
    } catch (error) {
      const shard = dirname(target);
      if (systemCode(error) !== 'ENOENT' || dirname(shard) !== this.blobs) throw error;
      await this.#createShard(shard);
      await renameFile(file, target);
    }
    await this.syncName(target);
  }

  /** Syncs the folder of a created or removed file. */
  syncName(path: string): Promise<void> {
    return this.#folderSync.sync(dirname(path));
  }

  /** Returns the hashes stored under one of `shardNames`, in no order. Rejects if there is no `blobs/`. */
  async hashesIn(shard: string): Promise<Buffer[]> {
    const names = await unlessMissing(readdir(join(this.blobs, shard)));
    if (!names) {
      // Rejects if the whole disk is missing.
      await stat(this.blobs);
      return [];
    }
    return names
      .filter((name) => hashName.test(name) && name.startsWith(shard))
      .map((name) => Buffer.from(name, 'hex'));
  }

  async uploadIds(): Promise<string[]> {
    const names = await readdir(this.uploads);
    return names
      .filter((name) => name.endsWith(uploadEnding))
      .map((name) => name.slice(0, -uploadEnding.length));
  }

  async quarantined(): Promise<Buffer[]> {
    const names = await readdir(this.quarantine);
    return names.filter((name) => hashName.test(name)).map((name) => Buffer.from(name, 'hex'));
  }

  /** Closes open folders, so that the disk can be ejected. */
  close(): Promise<void> {
    return this.#folderSync.close();
  }

  /** Removes the empty folders; others stay. */
  async removeEmpty(): Promise<void> {
    await this.close();
    const shards = shardNames.map((shard) => join(this.blobs, shard));
    for (const folder of [...shards, ...storeFolders.map((name) => join(this.folder, name))]) {
      await rmdir(folder).catch(() => {});
    }
  }

  /** Creates and syncs a shard, if another task has not done so. */
  async #createShard(shard: string): Promise<void> {
    await mkdir(shard, { mode: folderMode }).catch((error: unknown) => {
      if (systemCode(error) !== 'EEXIST') throw error;
    });
    await this.#folderSync.sync(dirname(shard));
  }
}

/** The names that folders in `blobs/` can have: the first two digits of the hashes in them. */
export const shardNames: readonly string[] = Array.from({ length: 256 }, (_, index) =>
  index.toString(16).padStart(2, '0'),
);

async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: folderMode });
  await chmod(folder, folderMode).catch((error: unknown) => {
    // File systems for exchange, such as exFAT, store no permissions.
    if (!['EPERM', 'ENOTSUP'].includes(systemCode(error) ?? '')) throw error;
  });
}
