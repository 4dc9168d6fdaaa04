import { existsSync, type Stats, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { BlobFolders } from '../store/blob-folders.ts';
import { type DiskSpace, SpaceClaim } from '../store/disk-space.ts';
import { unlinkIfThere } from '../store/files.ts';
import { systemCode } from '../store/system-code.ts';
import type { BlobWorkerClient } from '../worker/blob-worker-client.ts';

export interface FileMove {
  source: string;
  target: string;
  /** Expected hash of its bytes, if known. */
  sha256?: Buffer;
  /** Called repeatedly with the number of bytes copied since the last call. */
  onRead?: (bytes: number) => void;
  /** Runs the last step while no other task changes the file. */
  inTurn: (task: () => Promise<void>) => Promise<void>;
}

interface FileMoverOptions {
  from: BlobFolders;
  to: BlobFolders;
  worker: BlobWorkerClient;
  /** Space of the target disk. */
  space: DiskSpace;
  onDamaged: (sha256: Buffer) => void;
  signal: AbortSignal;
}

/**
 * Moves files from one folder of a store to another, atomically: by renaming on the same disk, else by a copy that is
 * verified and synced before the old file is removed. If a crash leaves both, the new one counts.
 */
export class FileMover {
  readonly #options: FileMoverOptions;
  #isSameDisk = true;

  constructor(options: FileMoverOptions) {
    this.#options = options;
  }

  /** Moves a file; a missing file is ignored. Rejects with the system's error, the signal's reason. */
  async move(load: FileMove): Promise<void> {
    this.#options.signal.throwIfAborted();
    try {
      if (!this.#isSameDisk || !(await this.#rename(load))) await this.#copy(load);
    } catch (error) {
      // The quarantine and other programs may remove the file at any time.
      if (systemCode(error) !== 'ENOENT' || existsSync(load.source)) throw error;
    }
  }

  async #rename(load: FileMove): Promise<boolean> {
    try {
      await load.inTurn(() => this.#finish(load, load.source));
      return true;
    } catch (error) {
      if (systemCode(error) !== 'EXDEV') throw error;
      this.#isSameDisk = false;
      return false;
    }
  }

  async #copy(load: FileMove): Promise<void> {
    const { to, worker, signal, space } = this.#options;
    const { onRead = () => {} } = load;
    const seen = statOf(load.source);
    if (!seen) return;
    const copy = to.newIncomingPath();
    const claim = new SpaceClaim(space);
    try {
      await claim.cover(seen.size);
      const actual = await worker.copyFile(load.source, copy, { pace: 'half', signal, onRead });
      claim.sent(seen.size);
      claim.written(seen.size);
      const isVerified = !load.sha256 || actual.equals(load.sha256);
      await load.inTurn(() => (isVerified ? this.#finish(load, copy) : this.#quarantine(load, seen, copy)));
    } catch (error) {
      if (!(await this.#isUnreadable(load, error))) throw error;
      await load.inTurn(() => this.#quarantine(load, seen));
    } finally {
      claim.close();
      await rm(copy, { force: true });
    }
  }

  /** @param verifiedPath the file itself, or a synced copy of it */
  async #finish({ source, target }: FileMove, verifiedPath: string): Promise<void> {
    if (!existsSync(source)) return;
    const { to } = this.#options;
    await (existsSync(target) ? to.syncName(target) : to.place(verifiedPath, target));
    await unlinkIfThere(source);
  }

  /** Moves a damaged file to quarantine; an unreadable file stays where it is. */
  async #quarantine({ source, sha256 }: FileMove, seen: Stats, copy?: string): Promise<void> {
    const now = statOf(source);
    // A file repaired meanwhile is moved on the next run.
    if (!sha256 || now?.ino !== seen.ino || now.mtimeMs !== seen.mtimeMs) return;
    const { from, to, onDamaged } = this.#options;
    const folders = copy ? to : from;
    await folders.place(copy ?? source, folders.quarantinePath(sha256));
    await unlinkIfThere(source);
    onDamaged(sha256);
  }

  /** Returns whether the error comes from the file and not from the target disk. */
  async #isUnreadable({ source, sha256 }: FileMove, error: unknown): Promise<boolean> {
    if (systemCode(error) !== 'EIO' || !sha256) return false;
    const { worker, signal } = this.#options;
    const again = worker.hashFile(source, { pace: 'half', signal });
    return again.then(
      () => false,
      (reason: unknown) => systemCode(reason) === 'EIO',
    );
  }
}

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });
