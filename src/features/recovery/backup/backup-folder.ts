import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import * as z from 'zod';
import { timestamp } from '../../../contract/common.ts';
import { writePrivateFile } from '../../../core/data-folder/secrets.ts';
import { MessageError, message } from '../../../core/messages/message.ts';
import { FolderInUseError, lockFolder } from '../../../platform/sqlite/folder-lock.ts';

export const journalFile = 'embedded-chain/blocks';

/** Paths of a backup besides the stored files; the same as in the data folder. */
export const stateFiles = [
  'alcove.db',
  journalFile,
  'settings.json',
  'dashboard-settings.json',
  'secrets/node-secret',
  'secrets/node-secret.sealed',
] as const;

/** Paths of an obsolete key in backups of earlier versions; it is not restored. */
const formerStateFiles = ['secrets/local-key', 'secrets/local-key.sealed'] as const;

/** Manifest of a complete backup. It is written last; without it there is no backup. */
const backupManifest = z.object({
  format: z.literal('alcove-backup'),
  format_version: z.literal(1),
  alcove_version: z.string(),
  made_at: timestamp,
  /** Public key of the node, unless its key is encrypted by a key store. */
  public_key: z.string().nullable(),
  /** Public key of the node in backups that its app made. */
  node: z.string().optional(),
  /** The folder with everything but the stored files, which are in `blobs`. */
  state: z.string().regex(/^state-[0-9]+$/),
  files: z.partialRecord(
    z.enum([...stateFiles, ...formerStateFiles]),
    z.object({ size: z.int(), sha256: z.hex().length(64) }),
  ),
  contents: z.int(),
  content_bytes: z.int(),
  /** Content ids in the database whose files were missing. */
  lacking: z.array(z.string()),
});
export type BackupManifest = z.infer<typeof backupManifest>;

/** Returns the subfolders of the state files. */
export const stateFolders = (files: BackupManifest['files']): string[] =>
  [...new Set(Object.keys(files).map(dirname))].filter((name) => name !== '.');

/** The folder is not a backup or cannot become one. */
export class BackupFolderError extends MessageError {}

const ownNames = /^(manifest\.json|blobs|unfinished|state-[0-9]+|alcove\.(lock|pid).*|manifest\.json\..*)$/;
/** Returns whether a folder with these names holds a backup, or one that was begun. */
const isBackup = (names: readonly string[]): boolean =>
  names.some((name) => /^(manifest\.json|unfinished|state-[0-9]+)$/.test(name));

/** Name of the backup in a folder with other files. */
const subfolder = 'Alcove backup';
const manifestPath = (folder: string): string => join(folder, 'manifest.json');

/** Returns the folder of incomplete files. */
export const draftsOf = (folder: string): string => join(folder, 'unfinished');

/**
 * Returns the folder of a backup in a folder that the user chose: the folder itself if it holds a backup, else one in
 * it, because people choose a disk or a folder with other files.
 */
export function backupFolderIn(chosen: string): string {
  try {
    const names = readdirSync(chosen);
    if (isBackup(names) && names.every((name) => ownNames.test(name))) return chosen;
  } catch {
    // The backup reports the folder.
  }
  return join(chosen, subfolder);
}

/** Returns the folder of the backup to restore in a folder that the user chose. */
export function withinChosen(chosen: string): string {
  const inside = join(chosen, subfolder);
  return !existsSync(manifestPath(chosen)) && existsSync(inside) ? inside : chosen;
}

/** Reads the manifest of a backup. @throws BackupFolderError */
export function readManifest(folder: string): BackupManifest {
  if (!existsSync(manifestPath(folder))) {
    const begun = existsSync(draftsOf(folder));
    throw new BackupFolderError(
      begun ? message('backup.unfinished', { folder }) : message('backup.none', { folder }),
    );
  }
  let document: unknown;
  try {
    // Reading a pipe or device might never end.
    if (!statSync(manifestPath(folder)).isFile()) throw new Error('not a file');
    document = JSON.parse(readFileSync(manifestPath(folder), 'utf8'));
  } catch (cause) {
    throw unreadable(folder, cause);
  }
  const read = backupManifest.safeParse(document);
  if (!read.success) throw unreadable(folder, read.error);
  return read.data;
}

export function writeManifest(folder: string, manifest: BackupManifest): void {
  writePrivateFile(manifestPath(folder), `${JSON.stringify(manifest, null, 2)}\n`);
}

const unreadable = (folder: string, cause: unknown): BackupFolderError =>
  new BackupFolderError(message('backup.unreadable', { path: manifestPath(folder) }), { cause });

/**
 * Creates the folder of a backup, or opens its earlier backup, and locks it.
 * @param notInside folders that must not contain the backup
 * @throws BackupFolderError
 */
export function openBackupFolder(
  folder: string,
  notInside: readonly string[],
): { previous: BackupManifest | undefined; release(): void } {
  for (const other of notInside) {
    // The folders must not overlap, because a backup removes stored files that its database does not name.
    if ([folder, join(folder, 'blobs')].some((path) => contains(realPath(other), realPath(path)))) {
      throw new BackupFolderError(message('backup.inside', { folder, other }));
    }
  }
  if (existsSync(folder)) {
    const names = readdirSync(folder);
    // Stored files without a backup belong to a node, and those behind a link to another folder.
    const isOwn = (name: string) =>
      ownNames.test(name) && (name !== 'blobs' || (isBackup(names) && !isLink(join(folder, name))));
    const foreign = names.find((name) => !isOwn(name));
    if (foreign !== undefined) {
      throw new BackupFolderError(message('backup.otherFiles', { folder, name: foreign }));
    }
  }
  const { release } = lockForRun(folder);
  try {
    return { previous: existsSync(manifestPath(folder)) ? readManifest(folder) : undefined, release };
  } catch (error) {
    release();
    throw error;
  }
}

const isLink = (path: string): boolean => lstatSync(path).isSymbolicLink();

function lockForRun(folder: string): { release(): void } {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const { pid } = error;
    throw new BackupFolderError(
      pid === undefined ? message('backup.inUse', { folder }) : message('backup.inUseBy', { folder, pid }),
    );
  }
}

function contains(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest === '' || (rest !== '..' && !rest.startsWith(`..${sep}`) && resolve(folder, rest) === path);
}

/** Resolves links, even if the end of the path does not exist. */
function realPath(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(realPath(parent), relative(parent, absolute));
}
