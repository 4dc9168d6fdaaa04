import type { FileAtPath } from './folder-plan.ts';

/** The paths of files in dropped folders. */
const paths = new WeakMap<File, string>();

/** Returns a file with its path; for files of a selected folder, the browser states the path. */
export const atPath = (file: File): FileAtPath => ({
  file,
  path: paths.get(file) ?? (file.webkitRelativePath || file.name),
});

/** Reads the files of a drop or a file dialog, including those in folders; `atPath` then returns their paths. */
export async function filesOfEvent(event: unknown): Promise<(File | DataTransferItem)[]> {
  if (Array.isArray(event)) return Promise.all(event.map((handle: FileSystemFileHandle) => handle.getFile()));
  const { dataTransfer, target, type } = event as DragEvent;
  if (!dataTransfer) return [...((target as HTMLInputElement | null)?.files ?? [])];
  const items = [...dataTransfer.items].filter(({ kind }) => kind === 'file');
  if (type !== 'drop') return items;
  // Reads all entries before the first wait, after which the list of items is empty.
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
  // A reader returns the entries in batches, and an empty batch at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return files;
    for (const one of some) files.push(...(await filesIn(one)));
  }
}
