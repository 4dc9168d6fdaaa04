import type { FileAtPath } from './folder-plan.ts';

/** The paths of files that were found in folders. */
const paths = new WeakMap<File, string>();

/** Returns a file with its path; the browser gives that of files chosen with their folder. */
export const atPath = (file: File): FileAtPath => ({
  file,
  path: paths.get(file) ?? (file.webkitRelativePath || file.name),
});

/** Reads the files of a drop, or of a file dialog, with those in folders; `atPath` then knows their paths. */
export async function filesOfEvent(event: unknown): Promise<(File | DataTransferItem)[]> {
  if (Array.isArray(event)) return Promise.all(event.map((handle: FileSystemFileHandle) => handle.getFile()));
  const { dataTransfer, target, type } = event as DragEvent;
  if (!dataTransfer) return [...((target as HTMLInputElement | null)?.files ?? [])];
  const items = [...dataTransfer.items].filter(({ kind }) => kind === 'file');
  if (type !== 'drop') return items;
  // The list of items is empty after the first wait, so every entry is taken before.
  const entries = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = await Promise.all(
    entries.map(({ entry, file }) => (entry?.isDirectory ? filesIn(entry) : file ? [file] : [])),
  );
  return found.flat();
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    paths.set(file, entry.fullPath);
    return [file];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  // A reader returns some entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return files;
    for (const one of some) files.push(...(await filesIn(one)));
  }
}
