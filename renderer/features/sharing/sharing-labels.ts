import type { Share } from '../../../src/contract/dashboard-api/sharing.ts';
import { formatBytes } from '../../lib/format/format.ts';
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

/** What the state of a share is called, and its colour of the theme. */
export function shareStateLabel(state: Share['state']): { label: string; color: string } {
  return { label: t(`sharing.state.${state}`), color: colors[state] };
}

/** What a node is called to which one may share. */
export function shareHostName({ host, signed_in: signedIn }: Pick<ShareHost, 'host' | 'signed_in'>): string {
  return signedIn?.way === 'practice' ? t('sharing.host.practice') : hostName(host);
}

/** How one is signed in on a node, and what is there. */
export function shareHostLabel({ signed_in: signedIn, reachable, contents, bytes }: ShareHost): string {
  return [
    signedIn === null ? t('sharing.host.notSignedIn') : t(`sharing.host.way.${signedIn.way}`),
    ...(reachable ? [] : [t('sharing.host.unreachable')]),
    contents === 0
      ? t('sharing.host.nothing')
      : t('sharing.host.contents', { count: contents, size: formatBytes(bytes) }),
  ].join(' · ');
}

/** Who gets what is shared, once it is there. */
export function linkLabel(isPractice: boolean): string {
  return t(isPractice ? 'sharing.linkPractice' : 'sharing.link');
}

/** Whether a node that has an encrypted file can open it for buyers; null: it is not encrypted. */
export function shareKeyLabel(key: Share['key']): string | null {
  return key === 'none' ? null : t(`sharing.key.${key}`);
}
