import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { folderContents } from '../../src/app/modules/watched-folders.ts';
import type { WatchMode } from '../../src/contract/dashboard-api/library/watched-folders.ts';
import { FolderCollections } from '../../src/features/collections/index.ts';
import { CollectionListRepository } from '../../src/features/collections/repository/collection-list-repository.ts';
import {
  type Failure,
  type PassRequest,
  runPass,
} from '../../src/features/watched-folders/importing/folder-pass.ts';
import { WatchedDirectoryRepository } from '../../src/features/watched-folders/repository/watched-directory-repository.ts';
import { WatchedFileRepository } from '../../src/features/watched-folders/repository/watched-file-repository.ts';
import { WatchedFolderRepository } from '../../src/features/watched-folders/repository/watched-folder-repository.ts';
import { type OpenContentOptions, openContent } from '../content/open-content.ts';

/** A new folder, which is removed after the test. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'alcove-watched-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A watched folder on a store of its own, which is scanned by `pass` only. */
export async function openWatched({
  mode = 'mirror',
  root = newFolder(),
  ...options
}: OpenContentOptions & { mode?: WatchMode; root?: string } = {}) {
  const time = { later: 0, stableMs: 0, graceMs: 0 };
  let calls = 0;
  /** Later at each call, because work takes time. */
  const clock = () => Date.now() + time.later + calls++;
  const node = await openContent({ clock, ...options });
  const { db, dataDir } = node;
  const folders = new WatchedFolderRepository(db);
  const files = new WatchedFileRepository(db);
  const directories = new WatchedDirectoryRepository(db);
  const lists = new CollectionListRepository(db);
  /** The names of the files that were read. */
  const read: string[] = [];
  const contents = folderContents({ note: () => {} }, { content: node });
  const passOptions = {
    files,
    directories,
    collections: new FolderCollections({ db, clock, onChange: () => {} }),
    contents: {
      ...contents,
      store: (upload: Parameters<typeof contents.store>[0]) => {
        read.push(upload.fileName ?? '');
        return contents.store(upload);
      },
    },
    ownFolders: () => [dataDir],
    clock,
  };
  folders.add({ id: 'abcdefghijkl', path: root, mode });
  const row = () => {
    const [found] = folders.all();
    if (!found) throw new Error('no folder');
    return found;
  };
  let failures: ReadonlyMap<string, Failure> = new Map();
  const titlesIn = (id: string): unknown[] => {
    const summary = lists.get(id);
    if (!summary) return [];
    return lists.entries(summary.number, { skip: 0, limit: 1000 }).map((entry) => {
      if (!('child' in entry)) return node.records.get(entry.sha256)?.title;
      const child = lists.some([entry.child]).get(entry.child);
      return child ? { [child.title]: titlesIn(child.id) } : undefined;
    });
  };
  return {
    ...node,
    root,
    time,
    read,
    files,
    row,
    options: passOptions,
    write: (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    pass: async (pass: Partial<PassRequest> = {}) => {
      read.length = 0;
      const result = await runPass(
        { ...row(), name: basename(root) },
        { ...passOptions, ...time },
        {
          signal: new AbortController().signal,
          acceptsRemovals: false,
          failures,
          onProgress: () => {},
          ...pass,
        },
      );
      failures = result.failures;
      return result;
    },
    /** The collection of the folder: titles, and those in it. */
    collection: () => titlesIn(directories.all(row().number).get('')?.collection ?? ''),
    /** The titles of everything in the library. */
    library: () =>
      db
        .prepare('SELECT title FROM contents WHERE deleted_at IS NULL ORDER BY title')
        .pluck()
        .all() as string[],
    trashed: () =>
      db
        .prepare('SELECT title FROM contents WHERE deleted_at IS NOT NULL ORDER BY title')
        .pluck()
        .all() as string[],
  };
}
