import { type BytePath, parentOf } from '../byte-path.ts';
import type { KnownDirectory } from '../repository/watched-directory-repository.ts';
import type { KnownFile } from '../repository/watched-file-repository.ts';
import type { FileId, Listing, SeenDirectory, SeenFile } from './walk.ts';

/** Differences between a folder and the records about it. */
export interface Changes {
  /** Folders with another name, the topmost first. */
  movedDirectories: { from: KnownDirectory; to: SeenDirectory }[];
  /** Files with another name, recognised without reading them. */
  moved: { from: KnownFile; to: SeenFile }[];
  /** New files, and known ones whose bytes may have changed, in natural order. */
  toAdd: SeenFile[];
  /** Unchanged files whose facts on the disk changed, e.g. the number of their disk. */
  toNote: SeenFile[];
  /** Known files that are not in the folder. */
  missing: KnownFile[];
}

/** Compares a listing with the known files. */
export function changesOf(
  listing: Listing,
  files: ReadonlyMap<BytePath, KnownFile>,
  directories: ReadonlyMap<BytePath, KnownDirectory>,
): Changes {
  const movedDirectories = movedDirectoriesOf(listing, directories);
  const seen = new Set(listing.files.map(({ path }) => path));
  const isUnknown = unknownIn(listing);
  const absent = [...files.values()].filter(({ path }) => !seen.has(path) && !isUnknown(path));
  const byFacts = new Map(absent.filter(({ sha256 }) => sha256).map((file) => [factsOf(file), file]));
  const changes: Changes = { movedDirectories, moved: [], toAdd: [], toNote: [], missing: [] };
  for (const file of listing.files) {
    const known = files.get(file.path);
    if (known?.sha256 && isSame(known, file)) {
      if (!isSameId(known, file) || known.missingSince !== null) changes.toNote.push(file);
      continue;
    }
    const from = known ? undefined : byFacts.get(factsOf(file));
    if (from) {
      byFacts.delete(factsOf(file));
      changes.moved.push({ from, to: file });
    } else changes.toAdd.push(file);
  }
  const moved = new Set(changes.moved.map(({ from }) => from.path));
  changes.missing = absent.filter(({ path }) => !moved.has(path));
  return changes;
}

/**
 * Returns the disks of which every known file is missing; such a disk is more likely disconnected than emptied.
 */
export function vanishedDisks(
  files: Iterable<KnownFile>,
  missing: readonly KnownFile[],
): Set<KnownFile['device']> {
  const absent = new Set(missing.map(({ path }) => path));
  const present = new Set<string>();
  for (const { path, device } of files) if (!absent.has(path)) present.add(device);
  return new Set(missing.map(({ device }) => device).filter((device) => !present.has(device)));
}

/** Returns a function that returns whether a listing leaves out the part in which a path is. */
function unknownIn({ skipped, isCut }: Listing): (path: BytePath) => boolean {
  const left = new Set(skipped.map(({ path }) => path));
  return (path) => {
    for (let above = path; above !== ''; above = parentOf(above)) if (left.has(above)) return true;
    return isCut;
  };
}

function movedDirectoriesOf(
  listing: Listing,
  known: ReadonlyMap<BytePath, KnownDirectory>,
): Changes['movedDirectories'] {
  const seen = new Set(listing.directories.map(({ path }) => path));
  const absent = new Map(
    [...known.values()]
      .filter(({ path }) => !seen.has(path))
      .map((directory) => [keyOf(directory), directory]),
  );
  const moved: Changes['movedDirectories'] = [];
  for (const to of listing.directories) {
    const from = known.has(to.path) ? undefined : absent.get(keyOf(to));
    if (!from) continue;
    // The folders in it move with it, if they kept their names.
    absent.delete(keyOf(to));
    moved.push({ from, to });
  }
  return moved;
}

const keyOf = ({ device, inode }: FileId): string => `${device}:${inode}`;
const factsOf = (file: FileId & { size: number; mtime: number }): string =>
  `${keyOf(file)}:${file.size}:${file.mtime}`;
const isSame = (a: KnownFile, b: SeenFile): boolean => a.size === b.size && a.mtime === b.mtime;
const isSameId = (a: FileId, b: FileId): boolean => a.device === b.device && a.inode === b.inode;
