import type { LocalContent } from '../../src/contract/local.ts';

/** The title that someone gave a content; null where it only repeats the name of the file. */
export function ownTitle({ title, name }: Pick<LocalContent, 'title' | 'name'>): string | null {
  const plain = (text: string) => text.replace(/[_\s]+/g, ' ').trim();
  const isName = plain(title) === plain(name) || plain(title) === plain(name.replace(/\.[^.]+$/, ''));
  return title === '' || isName ? null : title;
}

/** Whether the owner of the node stored it, rather than someone who signed in. */
export function isOwners({ uploaded_by: { id } }: Pick<LocalContent, 'uploaded_by'>): boolean {
  return id === 'owner';
}

/** What it means that a content is published, or not. */
export function publishedWords(published: boolean): string {
  return published
    ? 'Everyone who can reach this node finds it in lists and searches.'
    : 'Others do not find it in lists; whoever has its link or id still gets it.';
}
