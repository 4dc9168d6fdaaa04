import { Menu } from '@mantine/core';
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
  const title = titleOf(found);
  const link = publicLink(found);
  return (
    <RowMenu label={t('common.actionsFor', { name: title })}>
      {() => (
        <>
          <Menu.Item
            leftSection={<IconExternalLink size={16} aria-hidden />}
            onClick={() => openContent(found).catch(notifyProblem)}
          >
            {t('found.open')}
          </Menu.Item>
          {!found.stored && (
            <>
              <Menu.Item
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => onGet({ pinned: false })}
              >
                {t('found.get')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconBookmark size={16} aria-hidden />}
                onClick={() => onGet({ pinned: true })}
              >
                {t('found.getAndKeep')}
              </Menu.Item>
            </>
          )}
          {link !== null && (
            <Menu.Item
              leftSection={<IconLink size={16} aria-hidden />}
              onClick={() => copy(link, t('found.linkCopied', { node: hostName(new URL(link).origin) }))}
            >
              {t('found.copyLink')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => openFollowDialog(found)}>
            {t('found.follow')}
          </Menu.Item>
        </>
      )}
    </RowMenu>
  );
}
