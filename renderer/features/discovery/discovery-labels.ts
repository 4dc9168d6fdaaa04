import type { RemoteContent } from '../../../src/contract/node-api/discovery.ts';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';

/** Returns `2 nodes: node.example.org, other.example.org`. */
export function sourceLabel(sources: readonly string[]): string {
  if (sources.length === 0) return t('discovery.sources.none');
  return t('discovery.sources.list', { count: sources.length, names: sources.map(hostName).join(', ') });
}

export function publicLink({ sources, content_id: id }: RemoteContent): string | null {
  const [source] = sources;
  return source === undefined ? null : `${source}/api/v1/storage/${id}`;
}
