import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Clock, toTimestamp } from '../../../core/clock.ts';
import { contentIdOf } from '../../../core/content-id.ts';
import { FileSecretStore } from '../../../core/data-folder/secrets.ts';
import { MessageError, message } from '../../../core/messages/message.ts';
import { version } from '../../../core/version.ts';
import { identityFromSeed } from '../../../crypto/identity.ts';
import { readState } from '../../../platform/blobs/store/store-location.ts';
import { isReplicaFolder } from '../../../platform/replication/replica-folder.ts';
import { CopiedDatabase, copyDatabase } from '../../../platform/sqlite/database-copy.ts';
import { asBackupError } from './backup-error.ts';
import {
  type BackupProgress,
  forEachContent,
  hashFile,
  placeStoredFile,
  sizeOf,
  storedFile,
  syncFolder,
} from './backup-files.ts';
import {
  BackupFolderError,
  type BackupManifest,
  draftsOf,
  openBackupFolder,
  stateFolders,
  writeManifest,
} from './backup-folder.ts';
import { copyStateFiles } from './copy-state-files.ts';

export interface BackupOptions {
  /** Data folder of a running or stopped node. */
  dataDir: string;
  /** Created if missing; if it contains an earlier backup of this node, only new files are copied. */
  folder: string;
  /** Hashes every stored file, including those of earlier runs. */
  verify: boolean;
  onProgress: (progress: BackupProgress) => void;
  /** Public key of the node where the caller knows it; here it may be encrypted. */
  node?: string | undefined;
  /** Cancels the backup; what was copied stays for the next run. */
  signal?: AbortSignal;
  clock: Clock;
}

export interface BackupReport {
  manifest: BackupManifest;
  /** Stored files that this run added, as copies or hard links. */
  copied: number;
  linked: number;
  /** Stored files of earlier backups that the node no longer has. */
  removed: number;
  /** Whether the node's key is encrypted by this computer's key store. */
  isInKeyStore: boolean;
  /** Whether the stored files and the backup are on the same disk. */
  sameDisk: boolean;
}

/** A content whose file was missing or damaged in the store. */
interface Lack {
  sha256: Buffer;
  problem: 'missing' | 'damaged';
}

/** Maximum number of copies of the database when contents are deleted meanwhile. */
const maxRounds = 10;

/**
 * Backs up a node to a folder: database, stored files, keys and settings. The node may run, because its database allows
 * concurrent readers and stored files never change; an earlier backup stays valid until this one is complete.
 * @throws MessageError, also for errors of the disk; the reason of `signal`
 */
export async function backUp(options: BackupOptions): Promise<BackupReport> {
  try {
    return await run(options);
  } catch (error) {
    throw options.signal?.aborted ? options.signal.reason : asBackupError(error, options.folder);
  }
}

async function run(options: BackupOptions): Promise<BackupReport> {
  const { dataDir, folder, clock, signal } = options;
  // A restored copy would be a replica that is behind, or a second node with the same key.
  if (isReplicaFolder(dataDir)) throw new MessageError('startup.clusterNoCommand');
  refuseWithoutStore(dataDir);
  const { previous, release } = openBackupFolder(folder, [dataDir, ...storeFolders(dataDir)]);
  try {
    const publicKey = publicKeyOf(dataDir);
    const node = publicKey ?? options.node;
    refuseOtherNode(folder, previous, node);
    removeDrafts(folder, previous);
    await mkdir(draftsOf(folder), { mode: 0o700 });
    await mkdir(join(folder, 'blobs'), { recursive: true, mode: 0o700 });
    const state = `state-${clock()}`;
    const files = new Run(options, join(folder, state, 'alcove.db'));
    await mkdir(join(folder, state), { mode: 0o700 });
    const lacks = await files.takeContents();
    const totals = files.totals();
    const manifest: BackupManifest = {
      format: 'alcove-backup',
      format_version: 1,
      alcove_version: version,
      made_at: toTimestamp(clock()),
      public_key: publicKey,
      ...(node !== undefined && { node }),
      state,
      files: await copyStateFiles(dataDir, join(folder, state), signal),
      contents: totals.contents,
      content_bytes: totals.bytes,
      lacking: lacks.map(({ sha256 }) => contentIdOf(sha256)),
    };
    signal?.throwIfAborted();
    await files.sync(stateFolders(manifest.files));
    writeManifest(folder, manifest);
    await syncFolder(folder);
    const removed = files.removeStrays();
    removeDrafts(folder, manifest);
    return {
      manifest,
      copied: files.copied,
      linked: files.linked,
      removed,
      isInKeyStore: publicKey === null,
      sameDisk: storeFolders(dataDir).some((store) => statSync(store).dev === statSync(folder).dev),
    };
  } finally {
    release();
  }
}

class Run {
  copied = 0;
  linked = 0;
  readonly #options: BackupOptions;
  readonly #database: string;
  readonly #shards = new Set<string>();

  constructor(options: BackupOptions, database: string) {
    this.#options = options;
    this.#database = database;
  }

  /**
   * Copies the database, then the files that it names; copies both again where files were deleted in between, until
   * they agree.
   */
  async takeContents(): Promise<Lack[]> {
    let lacks: Lack[] = [];
    for (let round = 1; round <= maxRounds; round += 1) {
      await copyDatabase(join(this.#options.dataDir, 'alcove.db'), this.#database, this.#options.signal);
      const before = lacks;
      lacks = await this.#takeFiles(this.#options.verify && round === 1);
      if (lacks.every(({ sha256 }) => before.some((lack) => lack.sha256.equals(sha256)))) break;
    }
    return lacks;
  }

  totals(): { contents: number; bytes: number } {
    return this.#read((database) => database.totals());
  }

  /**
   * Syncs everything that was added to the backup.
   * @param parts folders of the state
   */
  async sync(parts: string[]): Promise<void> {
    const state = dirname(this.#database);
    const { folder } = this.#options;
    const inState = parts.map((part) => join(state, part));
    for (const changed of [...this.#shards, ...inState, state, join(folder, 'blobs'), folder]) {
      await syncFolder(changed);
    }
  }

  /** Removes stored files that the database does not name; returns their number. */
  removeStrays(): number {
    const blobs = join(this.#options.folder, 'blobs');
    return this.#read((database) => {
      let removed = 0;
      for (const entry of readdirSync(blobs, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        const sha256 = Buffer.from(entry.name, 'hex');
        // Other files were not placed here by a backup.
        if (!entry.isFile() || path !== storedFile(this.#options.folder, sha256)) continue;
        if (database.knows(sha256)) continue;
        rmSync(path);
        removed += 1;
      }
      return removed;
    });
  }

  async #takeFiles(verify: boolean): Promise<Lack[]> {
    const lacks: Lack[] = [];
    const { onProgress, signal } = this.#options;
    const report = (progress: BackupProgress) => {
      signal?.throwIfAborted();
      onProgress(progress);
    };
    await forEachContent(this.#database, report, async (content) => {
      const problem = await this.#copy(content, verify);
      if (problem) lacks.push({ sha256: content.sha256, problem });
    });
    return lacks;
  }

  /** Adds a content to the backup; returns the problem, if it is not there. */
  async #copy(
    content: { sha256: Buffer; size: number },
    verify: boolean,
  ): Promise<Lack['problem'] | undefined> {
    const { dataDir, folder } = this.#options;
    const target = storedFile(folder, content.sha256);
    const isThere = (await sizeOf(target)) === content.size;
    if (isThere && (!verify || (await hashFile(target, this.#options.signal)).equals(content.sha256)))
      return undefined;
    const shard = dirname(target);
    await mkdir(shard, { recursive: true, mode: 0o700 });
    this.#shards.add(shard);
    const draft = join(draftsOf(folder), basename(target));
    let problem: Lack['problem'] = 'missing';
    for (const store of storeFolders(dataDir)) {
      const outcome = await placeStoredFile(storedFile(store, content.sha256), target, content, {
        draft,
        verify: this.#options.verify,
        signal: this.#options.signal,
      });
      if (outcome === 'damaged') problem = 'damaged';
      if (outcome === 'linked' || outcome === 'copied') {
        this[outcome] += 1;
        return undefined;
      }
    }
    return problem;
  }

  #read<T>(work: (database: CopiedDatabase) => T): T {
    const database = new CopiedDatabase(this.#database);
    try {
      return work(database);
    } finally {
      database.close();
    }
  }
}

/** Returns the folders of stored files, two during a relocation; only reads, because the node may be relocating now. */
function storeFolders(dataDir: string): string[] {
  const state = readState(dataDir);
  if (!state) return [dataDir];
  return [state.folder, ...(state.moving ? [state.moving.from] : [])].map((folder) => folder ?? dataDir);
}

function refuseWithoutStore(dataDir: string): void {
  const absent = storeFolders(dataDir).find((folder) => !existsSync(join(folder, 'blobs')));
  if (absent === undefined) return;
  throw new MessageError(message('backup.storeMissing', { folder: absent }));
}

/** Returns null when the key is encrypted by a key store. @throws MessageError when there is no key */
function publicKeyOf(dataDir: string): string | null {
  const secret = new FileSecretStore(dataDir).load();
  if (secret?.length === 32) return identityFromSeed(secret).id;
  if (existsSync(join(dataDir, 'secrets', 'node-secret.sealed'))) return null;
  throw new MessageError(message('backup.secretMissing', { folder: dataDir }));
}

function refuseOtherNode(
  folder: string,
  previous: BackupManifest | undefined,
  node: string | undefined,
): void {
  const earlier = previous?.public_key ?? previous?.node;
  if (!earlier || node === undefined || earlier === node) return;
  throw new BackupFolderError(message('backup.otherNode', { folder, node: earlier }));
}

/** Removes files of incomplete runs and of all complete runs before the last. */
function removeDrafts(folder: string, last: BackupManifest | undefined): void {
  rmSync(draftsOf(folder), { recursive: true, force: true });
  for (const name of readdirSync(folder)) {
    if (name.startsWith('state-') && name !== last?.state) rmSync(join(folder, name), { recursive: true });
  }
}
