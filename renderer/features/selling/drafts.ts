import { tabStorage } from '../../lib/session/page-storage.ts';
import type { Publication } from './publication.ts';

/** Name of a draft in the tab's storage, in which it survives navigation and reloads. */
const nameOf = (contentId: string): string => `draft ${contentId}`;

export function draftOf(contentId: string): Publication | undefined {
  const kept = tabStorage.get(nameOf(contentId));
  return kept === null ? undefined : (JSON.parse(kept) as Publication);
}

export function keepDraft(contentId: string, publication: Publication): void {
  tabStorage.set(nameOf(contentId), JSON.stringify(publication));
}

export function dropDraft(contentId: string): void {
  tabStorage.remove(nameOf(contentId));
}
