import type { Publication } from './publication.ts';

/** What was filled in and not published yet, by content id: it survives a look at another page, as at the wallet. */
const drafts = new Map<string, Publication>();

export function draftOf(contentId: string): Publication | undefined {
  return drafts.get(contentId);
}

export function keepDraft(contentId: string, publication: Publication): void {
  drafts.set(contentId, publication);
}

export function dropDraft(contentId: string): void {
  drafts.delete(contentId);
}
