import { Menu } from '@mantine/core';
import { IconBookmark, IconDownload, IconExternalLink, IconLink, IconPlus } from '@tabler/icons-react';
import type { FoundContent } from '../../../src/contract/endpoints/network.ts';
import { RowMenu } from '../../components/row-menu.tsx';
import { openContent } from '../../lib/content-actions.ts';
import { foundTitle, publicLink } from '../../lib/found-words.ts';
import { t } from '../../lib/language.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { hostName } from '../../lib/peer-words.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { openFollowDialog } from '../following/follow-dialog.tsx';

interface FoundMenuProps {
  found: FoundContent;
  /** Fetches it; pinned: for good. */
  onGet(options: { pinned: boolean }): void;
}

/** What can be done with a content of other nodes. */
export function FoundMenu({ found, onGet }: FoundMenuProps) {
  const copy = useCopy();
  const title = foundTitle(found);
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
