import { networkId } from '../../core/caller.ts';
import type { ContentRecordRow } from '../../features/content/index.ts';
import type { BoughtFacts } from '../../features/purchases/index.ts';
import type { ContentServices } from './storage/content.ts';

/** Gives a copy the title, cover and length with which it was bought. */
export async function describeBought(
  { contents, catalogue, media }: Pick<ContentServices, 'contents' | 'catalogue' | 'media'>,
  sha256: Buffer,
  { title, cover, durationMs, at }: BoughtFacts & { at: number },
): Promise<void> {
  const shown = [...title].slice(0, 200).join('').trim();
  const change = (record: ContentRecordRow) => {
    const edit = { title: shown || record.title, cover: record.cover ?? cover ?? null };
    const isNew = edit.title !== record.title || edit.cover !== record.cover;
    return record.uploadedBy === networkId && isNew ? { ...record, ...edit } : undefined;
  };
  if (await contents.edit(sha256, change, at)) catalogue.forget(sha256);
  if (durationMs !== null) media.addLength(sha256, durationMs);
}
