import type { CollectionManifest } from '../../../contract/collections/manifest.ts';
import { manifestType } from '../../../contract/collections/media-types.ts';
import type { LocalContent } from '../../../contract/dashboard-api/content.ts';
import { ownTitle } from '../../../contract/dashboard-api/library/own-title.ts';
import { contentIdOf, parseContentId } from '../../../core/content-id.ts';
import { recordedMediaType } from '../../../core/media-type/media-type.ts';
import { printable } from '../../../core/printable.ts';
import type { ContentFacts, EntryRow } from '../collection.ts';

export type ManifestEntry = CollectionManifest['entries'][number];
export type ContentEntryRow = Exclude<EntryRow, { child: number }>;

const nothing = Buffer.alloc(0);

/** Returns the properties of an entry in a manifest; a collection in it has those of its own manifest. */
export function factsOf(entry: ManifestEntry): ContentFacts {
  const name = printable(entry.title);
  if ('manifest_id' in entry) {
    return { sha256: parseContentId(entry.manifest_id).sha256, name, size: 0, contentType: manifestType };
  }
  const { sha256 } = parseContentId(entry.content_id);
  const contentType = recordedMediaType({ declared: entry.content_type, head: nothing });
  return { sha256, name, size: entry.size, contentType };
}

/** Returns the entry of a content. @param content as in lists; undefined: not stored here */
export function entryOf(row: ContentEntryRow, content: LocalContent | undefined) {
  const { sha256, name, size, contentType, durationMs } = row;
  const title = (content ? shownTitle(content) : name).slice(0, 1000);
  return {
    content_id: contentIdOf(sha256),
    title: title.toWellFormed(),
    size,
    content_type: contentType,
    duration_ms: durationMs,
  };
}

/** Returns the title that the owner gave, or else that of the tags, or else the name. */
const shownTitle = ({ content_id: id, title, media, name }: LocalContent): string =>
  ownTitle(title, name) ?? media?.title ?? (title === id ? name : title);
