import type { SharedContent } from '../../../src/contract/dashboard-api/sharing.ts';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';
import { useUnshare } from './sharing-queries.ts';

type Taken = Pick<SharedContent, 'content_id' | 'host' | 'name' | 'state' | 'shared_at' | 'message'>;

/** Stops sharing a content on a node or cancels its upload; for an unreachable node, removes the share here only. */
export function useStopSharing({ content_id: id, host, name, state, shared_at: sharedAt, message }: Taken) {
  const unshare = useUnshare(id, host);
  const isThere = state === 'shared' || state === 'withdrawing' || sharedAt !== null;
  const way = state === 'withdrawing' && message !== null ? 'forget' : isThere ? 'there' : 'notSent';
  const question = {
    title: t(`sharing.takeBack.${way}.title`),
    text: t(`sharing.takeBack.${way}.text`, { name, node: hostName(host) }),
    confirm: t(`sharing.takeBack.${way}.confirm`),
    cancel: t(`sharing.takeBack.${way}.cancel`),
  };
  return { way, unshare, question } as const;
}
