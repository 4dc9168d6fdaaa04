import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Notice } from '../../contract/dashboard-api/administration/monitoring.ts';
import { MessageError, message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { storeFolders } from '../../platform/blobs/store/blob-folders.ts';
import { hasDatabase } from '../../platform/sqlite/database-file.ts';
import { lockFolder } from '../../platform/sqlite/folder-lock.ts';
import { syncFolder } from './backup/backup-files.ts';

/**
 * Installs a restored node in a data folder: it is made as `restore.unfinished/new`, and a rename to `restore.decided`
 * commits it. Then there are only renames, which every start continues: the former files move to `old`, `new` becomes
 * `placing`, and its files take their place.
 */
const unfinished = 'restore.unfinished';
const decided = 'restore.decided';
/** Beside `new`: the number of files that the restored node lacks, for the notice at its first start. */
const lackingFile = 'lacking';

/** Files of a node besides those of the database; the lock and the files of the desktop shell stay. */
const ofNode = new Set([
  ...storeFolders,
  ...['backups', 'embedded-chain', 'practice', 'secrets'],
  ...[
    'backup.json',
    'dashboard-settings.json',
    'first-run.json',
    'recovery.json',
    'settings.json',
    'storage-folder.json',
  ],
]);
const ofLock = /^alcove\.(lock|pid)/;

/** A restore into a folder without a node was interrupted; starting there would create a new node. */
class UnfinishedRestoreError extends MessageError {
  constructor(dataDir: string) {
    super(message('recovery.interrupted', { folder: dataDir, unfinished: join(dataDir, unfinished) }));
  }
}

/**
 * Creates a data folder from nothing.
 * @param dataDir created if missing; otherwise it must be empty
 * @param fill writes the whole node durably into a folder; if it throws, everything is removed
 * @throws FolderInUseError; NodeError `invalid_request` when the folder is not empty
 */
export async function restoreIntoEmpty<T>(dataDir: string, fill: (folder: string) => Promise<T>): Promise<T> {
  // Checked before locking, because the lock would create a file in a foreign folder.
  if (existsSync(dataDir)) requireEmpty(dataDir);
  const lockFile = join(dataDir, 'alcove.lock');
  const hadLock = existsSync(lockFile);
  const lock = lockFolder(dataDir);
  try {
    requireEmpty(dataDir);
    const filled = await fillDraft(dataDir, fill);
    await decide(dataDir);
    await place(dataDir);
    return filled;
  } catch (error) {
    if (!hadLock && process.platform !== 'win32') rmSync(lockFile);
    throw error;
  } finally {
    lock.release();
  }
}

/**
 * Prepares another node beside the one that runs in a data folder; the next start runs it.
 * @param fill as in `restoreIntoEmpty`
 * @param lackingOf returns the number of files that could not be restored
 */
export async function restoreAtNextStart<T>(
  dataDir: string,
  fill: (folder: string) => Promise<T>,
  lackingOf: (filled: T) => number = () => 0,
): Promise<T> {
  const filled = await fillDraft(dataDir, async (folder) => {
    const restored = await fill(folder);
    const lacking = lackingOf(restored);
    if (lacking > 0)
      writeFileSync(join(folder, '..', lackingFile), String(lacking), { mode: 0o600, flush: true });
    return restored;
  });
  await decide(dataDir);
  return filled;
}

/**
 * Completes a restore; call it before reading the data folder.
 * @returns notices for the owner
 * @throws UnfinishedRestoreError, FolderInUseError
 */
export async function finishRestore(dataDir: string): Promise<Notice[]> {
  const isDecided = existsSync(join(dataDir, decided));
  if (!isDecided && !existsSync(join(dataDir, unfinished))) return [];
  const lock = lockFolder(dataDir);
  try {
    if (existsSync(join(dataDir, decided))) return restored(await place(dataDir));
    if (!hasDatabase(dataDir)) throw new UnfinishedRestoreError(dataDir);
    rmSync(join(dataDir, unfinished), { recursive: true, force: true });
    return [];
  } finally {
    lock.release();
  }
}

interface Placed {
  /** The folder of the former files; undefined when there were none. */
  keptIn: string | undefined;
  lacking: number;
}

const restored = ({ keptIn, lacking }: Placed): Notice[] => [
  {
    code: 'node_restored',
    severity: 'info',
    message:
      keptIn === undefined
        ? message('startup.restored')
        : message('startup.restoredOver', { folder: keptIn }),
  },
  ...(lacking > 0
    ? [
        {
          code: 'node_restored' as const,
          severity: 'warning' as const,
          message: message('startup.restoredLacking', { count: lacking }),
        },
      ]
    : []),
];

/** Throws where the folder is not empty; remains of an interrupted restore do not count. */
function requireEmpty(dataDir: string): void {
  const found = readdirSync(dataDir).filter((name) => name !== unfinished && !ofLock.test(name));
  if (found.length === 0) return;
  throw new NodeError('invalid_request', message('recovery.folderNotEmpty', { folder: dataDir }));
}

async function fillDraft<T>(dataDir: string, fill: (folder: string) => Promise<T>): Promise<T> {
  const draft = join(dataDir, unfinished);
  rmSync(draft, { recursive: true, force: true });
  const folder = join(draft, 'new');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    const filled = await fill(folder);
    await syncFolder(folder);
    await syncFolder(draft);
    return filled;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

async function decide(dataDir: string): Promise<void> {
  renameSync(join(dataDir, unfinished), join(dataDir, decided));
  await syncFolder(dataDir);
}

/** Places the new node; each step is one rename, so that every interruption can be continued. */
async function place(dataDir: string): Promise<Placed> {
  const restore = join(dataDir, decided);
  const [fresh, placing, old] = [join(restore, 'new'), join(restore, 'placing'), join(restore, 'old')];
  if (existsSync(fresh)) {
    const names = readdirSync(dataDir).filter((name) => ofNode.has(name) || name.startsWith('alcove.db'));
    if (names.length > 0) mkdirSync(old, { recursive: true, mode: 0o700 });
    for (const name of names) renameSync(join(dataDir, name), join(old, name));
    if (existsSync(old)) await syncFolder(old);
    await syncFolder(dataDir);
    renameSync(fresh, placing);
    await syncFolder(restore);
  }
  if (existsSync(placing)) {
    for (const name of readdirSync(placing)) renameSync(join(placing, name), join(dataDir, name));
    await syncFolder(dataDir);
    rmdirSync(placing);
  }
  const keptIn = existsSync(old) ? freeName(dataDir) : undefined;
  if (keptIn !== undefined) renameSync(old, keptIn);
  const note = join(restore, lackingFile);
  const lacking = existsSync(note) ? Number(readFileSync(note, 'utf8')) : 0;
  rmSync(note, { force: true });
  rmdirSync(restore);
  await syncFolder(dataDir);
  return { keptIn, lacking };
}

/** Returns an unused name with the date. */
function freeName(dataDir: string): string {
  const name = join(dataDir, `before-restore-${new Date().toISOString().slice(0, 10)}`);
  let free = name;
  for (let count = 2; existsSync(free); count += 1) free = `${name}-${count}`;
  return free;
}
