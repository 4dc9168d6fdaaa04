import type { CollectionShare } from '../../../src/contract/dashboard-api/library/collection-shares.ts';
import type { Share } from '../../../src/contract/dashboard-api/sharing.ts';
import { formatBytes, formatLatency, formatList } from '../../lib/format/format.ts';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';
import type { ShareHost } from './sharing-queries.ts';

const colors: Record<Share['state'], string> = {
  waiting: 'gray',
  sending: 'alcove',
  shared: 'green',
  withdrawing: 'yellow',
  failed: 'red',
};

/** Returns the name of a share's state, and its colour of the theme. */
export function shareStateLabel(state: Share['state']): { label: string; color: string } {
  return { label: t(`sharing.state.${state}`), color: colors[state] };
}

/** Returns the name of a public node in the list of hosts. */
export function shareHostName({ host, signed_in: signedIn }: Pick<ShareHost, 'host' | 'signed_in'>): string {
  return signedIn?.way === 'practice' ? t('sharing.host.practice') : hostName(host);
}

/** Returns the sign-in state on a node, and how much is shared there. */
export function shareHostLabel({ signed_in: signedIn, reachable, contents, bytes }: ShareHost): string {
  return [
    signedIn === null ? t('sharing.host.notSignedIn') : t(`sharing.host.way.${signedIn.way}`),
    ...(reachable ? [] : [t('sharing.host.unreachable')]),
    contents === 0
      ? t('sharing.host.nothing')
      : t('sharing.host.contents', { count: contents, size: formatBytes(bytes) }),
  ].join(' · ');
}

/** Returns the known facts about a node, for the selection of a host. */
export function shareHostFacts(host: ShareHost): string {
  const { latency_ms: latency, stored, reachable, signed_in: signedIn, contents, bytes } = host;
  const responds = reachable
    ? latency !== null && t('sharing.host.responds', { time: formatLatency(latency) })
    : t('sharing.host.unreachable');
  const facts = [
    responds,
    stored !== null && t('sharing.host.stores', { count: stored }),
    contents > 0 && t('sharing.host.yours', { count: contents, size: formatBytes(bytes) }),
    signedIn === null ? t('sharing.host.signsIn') : t(`sharing.host.way.${signedIn.way}`),
  ]
    .filter((fact) => fact !== false)
    .join(' · ');
  return facts.charAt(0).toLocaleUpperCase() + facts.slice(1);
}

/** Describes whether a node has the content key for buyers; null if the file is not encrypted. */
export function shareKeyLabel(key: Share['key']): string | null {
  return key === 'none' ? null : t(`sharing.key.${key}`);
}

/** Returns how many items stop being shared together with a collection. */
export const alsoUnsharedLabel = (count: number): string[] =>
  count > 0 ? [t('sharing.unshare.alsoUnshared', { count })] : [];

/** Limit of items that are named; the others are only counted. */
const maxNamed = 5;

/** Returns what happens to the items of a collection when it is no longer shared. */
export function consequencesOf({
  also_unshared,
  still_shared,
  still_shared_total,
}: CollectionShare): string[] {
  const unnamed = still_shared_total - still_shared.length;
  const stays = (['itself', 'collection'] as const).flatMap((reason) => {
    const names = still_shared.flatMap((one) =>
      one.reason === reason ? [t('sharing.unshare.quoted', one)] : [],
    );
    const more = names.length - maxNamed + (reason === 'itself' ? unnamed : 0);
    if (names.length === 0) return [];
    const rest = more > 0 ? [t('sharing.unshare.more', { count: more })] : [];
    return [
      t(`sharing.unshare.stillShared.${reason}`, {
        names: formatList([...names.slice(0, maxNamed), ...rest]),
      }),
    ];
  });
  return [...alsoUnsharedLabel(also_unshared), ...stays];
}
