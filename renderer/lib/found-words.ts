import type { FoundContent } from '../../src/contract/endpoints/network.ts';
import type { SubscriptionRequest } from '../../src/contract/local-network.ts';
import { formatNumberOf, shorten } from './format.ts';
import { hostName } from './peer-words.ts';

/** The kinds of files by which one may look, by the first half of their media type. */
export const fileKinds = { audio: 'Sound', video: 'Video', image: 'Pictures', text: 'Text' } as const;
export type FileKind = keyof typeof fileKinds;

const kindWords: Record<string, string> = { audio: 'Sound', video: 'Video', image: 'Picture', text: 'Text' };

/** What kind of file it is, for a person. */
export function kindOf(contentType: string): string {
  const [type = ''] = contentType.split(';', 1);
  if (type === 'application/pdf') return 'PDF';
  return kindWords[type.split('/', 1)[0] ?? ''] ?? 'File';
}

/** What a content of another node is called. */
export function foundTitle({ title, content_type: type }: FoundContent): string {
  return title.trim() === '' ? `${kindOf(type)} without a title` : title;
}

/** `2 nodes: node.example.org, other.example.org` */
export function sourceWords(sources: readonly string[]): string {
  if (sources.length === 0) return 'No node that can be asked now';
  return `${formatNumberOf(sources.length, 'node', 'nodes')}: ${sources.map(hostName).join(', ')}`;
}

/** What others open to get a content: from one of the public nodes that have it. */
export function publicLink({ sources, content_id: id }: FoundContent): string | null {
  const [source] = sources;
  return source === undefined ? null : `${source}/api/v1/storage/${id}`;
}

/** What can be followed from one content, most telling first. */
export function followable(found: FoundContent): SubscriptionRequest[] {
  return [
    ...found.authors.map((value) => ({ kind: 'author', value }) as const),
    ...found.hashtags.map((value) => ({ kind: 'hashtag', value }) as const),
    ...(found.owner === null ? [] : [{ kind: 'owner', value: found.owner } as const]),
    { kind: 'content', value: found.content_id },
  ];
}

/** What a subscription keeps, in a line. */
export function subscriptionWords({
  kind,
  value,
}: {
  kind: SubscriptionRequest['kind'];
  value: string;
}): string {
  switch (kind) {
    case 'author':
      return `Everything by ${value}`;
    case 'hashtag':
      return `Everything with #${value}`;
    case 'owner':
      return `Everything of the wallet ${shorten(value)}`;
    case 'content':
      return `One file: ${shorten(value, 12, 6)}`;
  }
}
