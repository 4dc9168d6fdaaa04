import { IconBookmark, IconDownload, IconExternalLink, IconLink, IconPlus } from '@tabler/icons-react';
import type { RemoteContent } from '../../../src/contract/node-api/discovery.ts';
import { titleOf } from '../../lib/format/file-kind.ts';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { useCopy } from '../../ui/values/use-copy.ts';
import { openFollowDialog } from '../following/index.ts';
import { openContent } from '../stored-file/index.ts';
import { publicLink } from './discovery-labels.ts';

interface FoundMenuProps {
  found: RemoteContent;
  /** Fetches the content; a pinned one is never evicted. */
  onGet(options: { pinned: boolean }): void;
}

/** Shows the actions for a content on other nodes. */
export function FoundMenu({ found, onGet }: FoundMenuProps) {
  const copy = useCopy();
  const link = publicLink(found);
  const copyLink = (url: string) => copy(url, t('found.linkCopied', { node: hostName(new URL(url).origin) }));
  return (
    <RowMenu
      label={t('common.actionsFor', { name: titleOf(found) })}
      entries={() => [
        [IconExternalLink, t('found.open'), () => openContent(found).catch(notifyProblem)],
        !found.stored && [IconDownload, t('found.get'), () => onGet({ pinned: false })],
        !found.stored && [IconBookmark, t('found.getAndKeep'), () => onGet({ pinned: true })],
        link !== null && [IconLink, t('found.copyLink'), () => copyLink(link)],
        'line',
        [IconPlus, t('found.follow'), () => openFollowDialog(found)],
      ]}
    />
  );
}
