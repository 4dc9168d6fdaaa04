import type { SubscriptionRequest } from '../../../src/contract/dashboard-api/discovery.ts';
import type { RemoteContent } from '../../../src/contract/node-api/discovery.ts';
import { shorten } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { hostName } from '../peers/peer-labels.ts';

/** The kinds of files by which one may look, by the first half of their media type. */
export const fileKinds = ['audio', 'video', 'image', 'text'] as const;
export type FileKind = (typeof fileKinds)[number];

export function isFileKind(text: string): text is FileKind {
  return fileKinds.some((kind) => kind === text);
}

function kindOfType(contentType: string): FileKind | 'pdf' | 'file' {
  const [type = ''] = contentType.split(';', 1);
  if (type === 'application/pdf') return 'pdf';
  const [kind = ''] = type.split('/', 1);
  return isFileKind(kind) ? kind : 'file';
}

/** What kind of file it is, for a person. */
export function kindOf(contentType: string): string {
  return t(`found.kind.${kindOfType(contentType)}`);
}

/** What a content without a title is called. */
export function untitledWords(contentType: string): string {
  return t(`found.untitled.${kindOfType(contentType)}`);
}

/** What a content of another node is called. */
export function foundTitle({ title, content_type: type }: RemoteContent): string {
  return title.trim() === '' ? untitledWords(type) : title;
}

/** `2 nodes: node.example.org, other.example.org` */
export function sourceWords(sources: readonly string[]): string {
  if (sources.length === 0) return t('found.sources.none');
  return t('found.sources.list', { count: sources.length, names: sources.map(hostName).join(', ') });
}

/** What others open to get a content: from one of the public nodes that have it. */
export function publicLink({ sources, content_id: id }: RemoteContent): string | null {
  const [source] = sources;
  return source === undefined ? null : `${source}/api/v1/storage/${id}`;
}

/** What can be followed from one content, most telling first. */
export function followable(found: RemoteContent): SubscriptionRequest[] {
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
  const shown = kind === 'owner' ? shorten(value) : kind === 'content' ? shorten(value, 12, 6) : value;
  return t(`following.subscription.${kind}`, { value: shown });
}
