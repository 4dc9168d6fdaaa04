import { existsSync } from 'node:fs';
import { stat, utimes } from 'node:fs/promises';
import { GB } from '../../../contract/units.ts';
import type { BlobFolders } from '../store/blob-folders.ts';
import type { BlobQuarantine } from '../store/blob-store.ts';
import type { QuarantinedFile } from '../store/blob-types.ts';
import { unlessMissing, unlinkIfThere } from '../store/files.ts';
import type { StoreRoots } from '../store/store-roots.ts';
import { systemCode } from '../store/system-code.ts';
import type { BlobWorkerClient } from '../worker/blob-worker-client.ts';

/** Limits of the quarantine. The oldest files are removed first; the newest one is always kept. */
const maxFiles = 100;
const maxBytes = GB;

interface QuarantineOptions {
  roots: StoreRoots;
  worker: Pick<BlobWorkerClient, 'hashFile'>;
  /** Runs a task while no other task adds or removes the file of that hash. */
  change: <T>(sha256: Uint8Array, task: () => Promise<T>) => Promise<T>;
  /** Called when a file is no longer stored. */
  onMoved: (sha256: Buffer) => void;
}

/** State of a stored file when it was hashed. */
interface ExaminedFile {
  path: string;
  folders: BlobFolders;
  isDamaged: boolean;
  version: string;
}

/** Stores damaged files for inspection; they are never served. */
export class Quarantine implements BlobQuarantine {
  readonly #options: QuarantineOptions;

  constructor(options: QuarantineOptions) {
    this.#options = options;
  }

  /** Moves a file to quarantine if hashing it again finds it damaged; returns whether it did. */
  async add(sha256: Buffer): Promise<boolean> {
    for (;;) {
      const examined = await this.#examine(sha256);
      if (!examined?.isDamaged) return false;
      if (await this.#options.change(sha256, () => this.#move(sha256, examined))) break;
    }
    await this.#trim();
    return true;
  }

  async list(): Promise<QuarantinedFile[]> {
    const found: QuarantinedFile[] = [];
    for (const folders of this.#options.roots.all) {
      for (const sha256 of await folders.quarantined()) {
        const file = await unlessMissing(stat(folders.quarantinePath(sha256)));
        if (file) found.push({ sha256, size: file.size, quarantinedAt: file.mtimeMs });
      }
    }
    return found.sort((a, b) => b.quarantinedAt - a.quarantinedAt);
  }

  forget(sha256: Uint8Array): Promise<boolean> {
    return unlinkIfThere(...this.#options.roots.all.map((folders) => folders.quarantinePath(sha256)));
  }

  #examine(sha256: Buffer): Promise<ExaminedFile | undefined> {
    const { roots, worker } = this.#options;
    return unlessMissing(
      roots.find(sha256, async (path, folders) => {
        const version = await versionOf(path);
        const actual = await worker.hashFile(path, { pace: 'half' }).catch((error: unknown) => {
          if (systemCode(error) !== 'EIO') throw error;
        });
        return { path, folders, version, isDamaged: !actual?.equals(sha256) };
      }),
    );
  }

  /** @returns false when the file was repaired, moved or removed meanwhile */
  async #move(sha256: Buffer, { path, folders, version }: ExaminedFile): Promise<boolean> {
    if ((await unlessMissing(versionOf(path))) !== version) return false;
    this.#options.onMoved(sha256);
    try {
      // The new time is set first, because `#trim` keeps the newest files.
      await utimes(path, new Date(), new Date());
      await folders.place(path, folders.quarantinePath(sha256));
    } catch (error) {
      // Other programs may remove the file at any time.
      if (systemCode(error) === 'ENOENT' && !existsSync(path)) return false;
      throw error;
    }
    await folders.syncName(path);
    return true;
  }

  async #trim(): Promise<void> {
    let bytes = 0;
    for (const [index, { sha256, size }] of (await this.list()).entries()) {
      bytes += size;
      if (index > 0 && (index >= maxFiles || bytes > maxBytes)) await this.forget(sha256);
    }
  }
}

async function versionOf(path: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(path);
  return `${ino} ${mtimeMs} ${size}`;
}
