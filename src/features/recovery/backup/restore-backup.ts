import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentIdOf } from '../../../core/content-id.ts';
import { FileSecretStore, writePrivateFile } from '../../../core/data-folder/secrets.ts';
import { message } from '../../../core/messages/message.ts';
import { restoreAtNextStart, restoreIntoEmpty } from '../restored-folder.ts';
import { asRestoreError } from './backup-error.ts';
import {
  type BackupProgress,
  copyHashed,
  forEachContent,
  isUnreadable,
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
  /** Cancels the restore; nothing has changed then. */
  signal?: AbortSignal | undefined;
  /** The node's secret from its recovery file; replaces one that another computer encrypted. */
  secret?: Uint8Array | undefined;
}

export interface RestoreReport {
  manifest: BackupManifest;
  restored: number;
  /** Contents that are missing, unreadable or damaged in the backup; the node keeps their records without their bytes. */
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

/**
 * Restores a backup beside the node that runs in `dataDir`; the next start runs the restored node and keeps the files of
 * the former one.
 * @throws MessageError; the reason of `signal`. Nothing has changed then.
 */
export async function restoreInPlace(options: RestoreOptions): Promise<RestoreReport> {
  const { folder, dataDir, signal } = options;
  const fillUnlessCancelled = async (draft: string) => {
    const report = await fill({ ...options, dataDir: draft }, readManifest(folder));
    signal?.throwIfAborted();
    return report;
  };
  try {
    return await restoreAtNextStart(dataDir, fillUnlessCancelled, ({ lacking }) => lacking.length);
  } catch (error) {
    throw signal?.aborted ? signal.reason : asRestoreError(error, folder);
  }
}

async function fill(options: RestoreOptions, manifest: BackupManifest): Promise<RestoreReport> {
  const { folder, dataDir, signal, secret } = options;
  const database = join(dataDir, 'alcove.db');
  const draft = `${database}.restoring`;
  const take = (name: (typeof stateFiles)[number], to: string) =>
    takeStateFile(join(folder, manifest.state, name), to, { expected: manifest.files[name], signal });
  await take('alcove.db', draft);
  const { restored, lacking } = await takeContents(options, draft);
  requireUnchanged(folder, manifest);
  const parts = stateFolders(manifest.files).map((part) => join(dataDir, part));
  for (const part of parts) await mkdir(part, { mode: 0o700 });
  for (const name of stateFiles) {
    if (name === 'alcove.db' || !manifest.files[name]) continue;
    if (secret && name.startsWith('secrets/')) continue;
    await take(name, join(dataDir, name));
  }
  if (secret) new FileSecretStore(dataDir).save(Buffer.from(secret));
  const formerStorageFolder = forgetStorageFolder(dataDir);
  for (const part of parts) await syncFolder(part);
  await rename(draft, database);
  await syncFolder(dataDir);
  return { manifest, restored, lacking, isInKeyStore: manifest.public_key === null, formerStorageFolder };
}

/** Ends a restore whose missing files were not missing before: the disk is gone, or a later backup removed them. */
function requireUnchanged(folder: string, manifest: BackupManifest): void {
  let state: string;
  try {
    ({ state } = readManifest(folder));
  } catch (cause) {
    throw new BackupFolderError(message('backup.restoreUnreachable', { folder }), { cause });
  }
  if (state !== manifest.state) throw new BackupFolderError(message('backup.changed', { folder }));
}

async function takeStateFile(
  from: string,
  to: string,
  {
    expected,
    signal,
  }: { expected: { size: number; sha256: string } | undefined; signal?: AbortSignal | undefined },
): Promise<void> {
  const isThere = (await sizeOf(from)) === expected?.size;
  if (isThere && expected && (await copyHashed(from, to, signal)).toString('hex') === expected.sha256) return;
  throw new BackupFolderError(message('backup.stateDamaged', { path: from }));
}

async function takeContents(
  { folder, dataDir, onProgress, signal }: RestoreOptions,
  databasePath: string,
): Promise<Pick<RestoreReport, 'restored' | 'lacking'>> {
  const lacking: RestoreReport['lacking'] = [];
  const shards = new Set<string>();
  const { contents } = await forEachContent(databasePath, onProgress, async ({ sha256, size }) => {
    signal?.throwIfAborted();
    const target = storedFile(dataDir, sha256);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    shards.add(dirname(target));
    const problem = await takeContent(storedFile(folder, sha256), target, { sha256, size, signal });
    if (problem) lacking.push({ content_id: contentIdOf(sha256), problem });
  });
  for (const shard of shards) await syncFolder(shard);
  return { restored: contents - lacking.length, lacking };
}

async function takeContent(
  from: string,
  to: string,
  { sha256, size, signal }: { sha256: Buffer; size: number; signal: AbortSignal | undefined },
): Promise<'missing' | 'damaged' | undefined> {
  const found = await sizeOf(from);
  if (found === undefined) return 'missing';
  // Copying and hashing a file of the wrong size may take long.
  if (found !== size) return 'damaged';
  try {
    if ((await copyHashed(from, to, signal)).equals(sha256)) return undefined;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
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
