import { collectionLimits } from '../../../../src/contract/dashboard-api/library/collections.ts';

/** A file with its path below what was dropped or chosen: `Music/Harbour/2 Low Tide.mp3`. */
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
  /** Files that are in no folder. */
  files: File[];
  /** Names of files and folders of the system that are not added, and how often each is there. */
  leftOut: Map<string, number>;
  fileCount: number;
  folderCount: number;
  bytes: number;
}

const systemNames = new Set([
  'thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  '__macosx',
  '$recycle.bin',
  'icon\r',
]);
const temporaryName = /^~\$|\.(?:tmp|temp|part|crdownload|download|lock)$/i;

/** Sorts `track 2` before `track 10`. */
const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Returns which folders and files are added; hidden files, and empty ones of programs, are left out. */
export function planOf(all: readonly FileAtPath[]): FolderPlan {
  const root: PlannedFolder = { name: '', folders: [], files: [] };
  const known = new Map<string, PlannedFolder>([['', root]]);
  const plan = { leftOut: new Map<string, number>(), fileCount: 0, bytes: 0 };
  for (const { path, file } of [...all].sort((a, b) => compare(a.path, b.path))) {
    const names = path.split('/').filter((name) => name !== '');
    const hidden = names.find(isOfSystem) ?? (isTemporary(file) ? file.name : undefined);
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

/** Returns the folder at a path; files of folders that are too deep are in the deepest that is allowed. */
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

const isOfSystem = (name: string): boolean => name.startsWith('.') || systemNames.has(name.toLowerCase());

const isTemporary = ({ name, size }: File): boolean => size === 0 && temporaryName.test(name);
