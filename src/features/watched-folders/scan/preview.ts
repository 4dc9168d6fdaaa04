import { kindOfType } from '../../../contract/dashboard-api/library/content-kind.ts';
import { type ContentKind, contentKinds } from '../../../contract/dashboard-api/library/content-lists.ts';
import type { FolderPreview } from '../../../contract/dashboard-api/library/watched-folders.ts';
import { recordedMediaType } from '../../../core/media-type/media-type.ts';
import { nameOf, parentOf, textOf } from '../byte-path.ts';
import type { Listing } from './walk.ts';

const maxExamples = 3;

/** Returns the kind of a file by its name; the library later decides by its bytes. */
const kindOf = (name: string): ContentKind =>
  kindOfType(recordedMediaType({ fileName: name, head: new Uint8Array() }));

/** Sums up a listing, without the name of its folder. */
export function previewOf({ files, skipped, isCut }: Listing): Omit<FolderPreview, 'name' | 'path'> {
  const kinds = new Map(contentKinds.map((kind) => [kind, { kind, files: 0, bytes: 0 }]));
  for (const { path, size } of files) {
    const sum = kinds.get(kindOf(nameOf(path)));
    if (sum) Object.assign(sum, { files: sum.files + 1, bytes: sum.bytes + size });
  }
  const reasons = new Map<string, FolderPreview['skipped'][number]>();
  for (const { path, reason } of skipped) {
    const known = reasons.get(reason) ?? { reason, count: 0, examples: [] };
    known.count += 1;
    if (known.examples.length < maxExamples) known.examples.push(textOf(path));
    reasons.set(reason, known);
  }
  return {
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    folders: new Set(files.map(({ path }) => parentOf(path))).size,
    kinds: [...kinds.values()].filter((sum) => sum.files > 0),
    skipped: [...reasons.values()],
    is_cut: isCut,
  };
}
