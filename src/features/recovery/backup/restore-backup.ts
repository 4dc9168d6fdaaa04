import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentIdOf } from '../../../core/content-id.ts';
import { writePrivateFile } from '../../../core/data-folder/secrets.ts';
import { message } from '../../../core/messages/message.ts';
import { restoreIntoEmpty } from '../restored-folder.ts';
import {
  type BackupProgress,
  copyHashed,
  forEachContent,
  sizeOf,
  storedFile,
  syncFolder,
} from './backup-files.ts';
import {
  BackupFolderError,
  type BackupManifest,
  readManifest,
  stateFiles,
  stateFolders,
} from './backup-folder.ts';

export interface RestoreOptions {
  /** Folder of the backup, which is only read. */
  folder: string;
  /** The data folder to restore, which is created or must be empty. */
  dataDir: string;
  onProgress: (progress: BackupProgress) => void;
}

export interface RestoreReport {
  manifest: BackupManifest;
  restored: number;
  /** Contents that are missing or damaged in the backup; the node keeps their records without their bytes. */
  lacking: { content_id: string; problem: 'missing' | 'damaged' }[];
  /** Whether the node's key is encrypted by a key store, so that only the app on the same computer can decrypt it. */
  isInKeyStore: boolean;
  /** The former storage folder of the node; restored files are in the data folder. */
  formerStorageFolder: string | undefined;
}

/**
 * Restores a data folder from a backup, all or nothing, and hashes every file.
 * @throws BackupFolderError when there is no complete backup or state files are damaged; errors of `restoreIntoEmpty`
 */
export async function restore(options: RestoreOptions): Promise<RestoreReport> {
  const { folder, dataDir } = options;
  const manifest = readManifest(folder);
  return restoreIntoEmpty(dataDir, (draft) => fill({ ...options, dataDir: draft }, manifest));
}

async function fill(options: RestoreOptions, manifest: BackupManifest): Promise<RestoreReport> {
  const { folder, dataDir } = options;
  const database = join(dataDir, 'alcove.db');
  const draft = `${database}.restoring`;
  await takeStateFile(join(folder, manifest.state), 'alcove.db', draft, manifest);
  const { restored, lacking } = await takeContents(options, draft);
  const parts = stateFolders(manifest.files).map((part) => join(dataDir, part));
  for (const part of parts) await mkdir(part, { mode: 0o700 });
  for (const name of stateFiles) {
    if (name === 'alcove.db' || !manifest.files[name]) continue;
    await takeStateFile(join(folder, manifest.state), name, join(dataDir, name), manifest);
  }
  const formerStorageFolder = forgetStorageFolder(dataDir);
  for (const part of parts) await syncFolder(part);
  await rename(draft, database);
  await syncFolder(dataDir);
  return { manifest, restored, lacking, isInKeyStore: manifest.public_key === null, formerStorageFolder };
}

async function takeStateFile(
  state: string,
  name: (typeof stateFiles)[number],
  to: string,
  manifest: BackupManifest,
): Promise<void> {
  const from = join(state, name);
  const expected = manifest.files[name]?.sha256;
  const isThere = (await sizeOf(from)) === manifest.files[name]?.size;
  if (isThere && expected && (await copyHashed(from, to)).toString('hex') === expected) return;
  throw new BackupFolderError(message('backup.stateDamaged', { path: from }));
}

async function takeContents(
  { folder, dataDir, onProgress }: RestoreOptions,
  databasePath: string,
): Promise<Pick<RestoreReport, 'restored' | 'lacking'>> {
  const lacking: RestoreReport['lacking'] = [];
  const shards = new Set<string>();
  const { contents } = await forEachContent(databasePath, onProgress, async ({ sha256, size }) => {
    const target = storedFile(dataDir, sha256);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    shards.add(dirname(target));
    const problem = await takeContent(storedFile(folder, sha256), target, { sha256, size });
    if (problem) lacking.push({ content_id: contentIdOf(sha256), problem });
  });
  for (const shard of shards) await syncFolder(shard);
  return { restored: contents - lacking.length, lacking };
}

async function takeContent(
  from: string,
  to: string,
  { sha256, size }: { sha256: Buffer; size: number },
): Promise<'missing' | 'damaged' | undefined> {
  const found = await sizeOf(from);
  if (found === undefined) return 'missing';
  // Copying and hashing a file of the wrong size may take long.
  if (found !== size) return 'damaged';
  if ((await copyHashed(from, to)).equals(sha256)) return undefined;
  rmSync(to);
  return 'damaged';
}

/** Removes the storage folder from the settings, because another node may use it or it may be on another computer. */
function forgetStorageFolder(dataDir: string): string | undefined {
  let former: string | undefined;
  for (const name of ['dashboard-settings.json', 'settings.json']) {
    const path = join(dataDir, name);
    const settings = existsSync(path) ? parsed(readFileSync(path, 'utf8')) : undefined;
    if (settings?.storage?.folder === undefined) continue;
    former ??= settings.storage.folder;
    delete settings.storage.folder;
    writePrivateFile(path, `${JSON.stringify(settings, null, 2)}\n`);
  }
  return former;
}

/** Returns undefined for unreadable settings, which the start of the node reports. */
function parsed(text: string): { storage?: { folder?: string } } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
