import { collectionLimits } from '../../../../src/contract/dashboard-api/library/collections.ts';
import { isSystemName } from '../../../../src/contract/dashboard-api/library/system-names.ts';

/** A file with its path below the dropped or selected folder: `Music/Harbour/2 Low Tide.mp3`. */
export interface FileAtPath {
  path: string;
  file: File;
}

/** A folder that becomes a collection, with its entries in natural order. */
export interface PlannedFolder {
  name: string;
  folders: PlannedFolder[];
  files: File[];
}

export interface FolderPlan {
  folders: PlannedFolder[];
  /** Files that are not in a folder. */
  files: File[];
  /** Names of the system's files and folders that are not added, with their numbers. */
  leftOut: Map<string, number>;
  fileCount: number;
  folderCount: number;
  bytes: number;
}

const temporaryName = /^~\$|\.(?:tmp|temp|part|crdownload|download|lock)$/i;

/** Sorts `track 2` before `track 10`. */
const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Returns the folders and files to add; leaves out hidden files, and empty files of programs. */
export function planOf(all: readonly FileAtPath[]): FolderPlan {
  const root: PlannedFolder = { name: '', folders: [], files: [] };
  const known = new Map<string, PlannedFolder>([['', root]]);
  const plan = { leftOut: new Map<string, number>(), fileCount: 0, bytes: 0 };
  for (const { path, file } of [...all].sort((a, b) => compare(a.path, b.path))) {
    const names = path.split('/').filter((name) => name !== '');
    const hidden = names.find(isSystemName) ?? (isTemporary(file) ? file.name : undefined);
    if (hidden !== undefined) {
      plan.leftOut.set(hidden, (plan.leftOut.get(hidden) ?? 0) + 1);
      continue;
    }
    folderAt(known, names.slice(0, -1)).files.push(file);
    plan.fileCount += 1;
    plan.bytes += file.size;
  }
  const { folders, files } = root;
  return { ...plan, folders, files, folderCount: known.size - 1 };
}

/** Returns the folder at a path. Files in folders that are nested too deeply belong to the deepest allowed one. */
function folderAt(known: Map<string, PlannedFolder>, names: readonly string[]): PlannedFolder {
  const allowed = names.slice(0, collectionLimits.depth);
  const key = allowed.join('/');
  const found = known.get(key);
  if (found) return found;
  const folder: PlannedFolder = { name: allowed.at(-1) ?? '', folders: [], files: [] };
  known.set(key, folder);
  const parent = folderAt(known, allowed.slice(0, -1));
  parent.folders.push(folder);
  parent.folders.sort((a, b) => compare(a.name, b.name));
  return folder;
}

const isTemporary = ({ name, size }: File): boolean => size === 0 && temporaryName.test(name);
