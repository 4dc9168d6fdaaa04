import type { LocalContent, Share } from '../../src/contract/local.ts';
import { formatNumberOf } from './format.ts';
import { hostName } from './peer-words.ts';
import { heldName } from './sealed-words.ts';

/** The title that someone gave a content; null where it only repeats the name of the file. */
export function ownTitle(content: Pick<LocalContent, 'title' | 'name' | 'sealed'>): string | null {
  const { title } = content;
  const name = heldName(content);
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

/** Where a content came from, and whether it stays; nothing for the owner's own. */
export function originWords(content: Pick<LocalContent, 'copy' | 'uploaded_by'>): string[] {
  if (content.copy) return [`Copy from ${hostName(content.copy.host)}`, copyWords(content.copy)];
  return isOwners(content) ? [] : [`Stored by ${content.uploaded_by.name}`];
}

/** How long a copy stays. */
function copyWords({ pinned, subscribed }: NonNullable<LocalContent['copy']>): string {
  if (pinned) return 'kept for good';
  return subscribed ? 'kept because you follow it' : 'goes when room is needed';
}

/** What is wrong with the bytes of a content, and what is done about it. */
export function damageWords(damage: NonNullable<LocalContent['damage']>): string {
  return damage === 'missing'
    ? 'Its file is missing. It is looked for on other nodes.'
    : 'Its file is damaged. It is looked for on other nodes.';
}

/** On how many nodes a content is for others, or on its way there; null: on none. */
export function sharedWords(shares: readonly Share[]): string | null {
  const there = shares.filter(({ state }) => state === 'shared' || state === 'withdrawing').length;
  const coming = shares.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  if (there > 0) return `Shared on ${formatNumberOf(there, 'node', 'nodes')}`;
  if (coming > 0) return 'Being shared';
  return shares.length > 0 ? 'Not shared' : null;
}
