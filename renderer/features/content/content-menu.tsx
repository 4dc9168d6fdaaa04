import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconBookmark,
  IconBookmarkOff,
  IconCoin,
  IconDownload,
  IconExternalLink,
  IconEye,
  IconFingerprint,
  IconInfoCircle,
  IconLink,
  IconPencil,
  IconShare2,
  IconShieldX,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { deleteContent, type LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { patchCopy } from '../../../src/contract/dashboard-api/discovery.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { itemPath, publishPathOf, viewPathOf } from '../../lib/paths.ts';
import { shell } from '../../lib/shell/shell.ts';
import { askConfirmation } from '../../ui/dialogs/ask-confirmation.tsx';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import type { CameFrom } from '../../ui/navigation/back-link.tsx';
import { useCopy } from '../../ui/values/use-copy.ts';
import { openBlockDialog } from '../blocking/index.ts';
import { openShareDialog } from '../sharing/index.ts';
import { canView, isRestrictedForSale, openContent, plainName, saveContent } from '../stored-file/index.ts';
import { openDetails } from './content-details.tsx';
import { openEditDialog } from './edit-form.tsx';

/** Shows the actions for a stored file. */
export function ContentMenu({ content }: { content: LocalContent }) {
  const name = plainName(content);
  const { content_id: id, content_url: url, sealed } = content;
  const isRestricted = isRestrictedForSale(content);
  const node = useNode();
  const pinned = content.copy?.pinned ?? false;
  const copy = useCopy();
  const keep = useChange('content', (node, pinned: boolean) =>
    node.call(patchCopy, { params: { id }, body: { pinned } }),
  );
  const remove = useChange('content', (node) => node.call(deleteContent, { params: { id } }));

  const save = async () => {
    const { saved } = await saveContent(node, content);
    if (saved && shell) notifications.show({ color: 'green', message: t('content.menu.saved', { name }) });
  };
  const askDelete = () =>
    askConfirmation({
      title: t('content.delete.title'),
      text: t(sealed ? 'content.delete.textSealed' : 'content.delete.text', { name }),
      confirm: t('content.delete.confirm'),
      cancel: t('content.delete.cancel'),
      danger: true,
      onConfirm: () => remove.mutate(undefined, { onError: notifyProblem }),
    });

  return (
    <RowMenu label={t('common.actionsFor', { name })} loading={remove.isPending || keep.isPending}>
      {() => (
        <>
          {canView(content) && (
            <Menu.Item
              component={Link}
              to={viewPathOf(id)}
              state={{ cameFrom: t('content.title') } satisfies CameFrom}
              leftSection={<IconEye size={16} aria-hidden />}
            >
              {t('content.menu.open')}
            </Menu.Item>
          )}
          {content.viewable && !sealed && !isRestricted && (
            <Menu.Item
              leftSection={<IconExternalLink size={16} aria-hidden />}
              onClick={() => openContent(content).catch(notifyProblem)}
            >
              {t(shell ? 'content.menu.openInBrowser' : 'content.menu.openInTab')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => save().catch(notifyProblem)}
          >
            {t(shell ? 'content.menu.saveAs' : 'content.menu.download')}
          </Menu.Item>
          {!isRestricted && (
            <Menu.Item
              leftSection={<IconLink size={16} aria-hidden />}
              onClick={() => copy(url, t('content.menu.linkCopied'))}
            >
              {t('content.menu.copyLink')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconFingerprint size={16} aria-hidden />}
            onClick={() => copy(id, t('content.menu.idCopied'))}
          >
            {t('content.menu.copyId')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShare2 size={16} aria-hidden />}
            onClick={() => openShareDialog(content)}
          >
            {t('content.menu.share')}
          </Menu.Item>
          <SaleItem content={content} />
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconInfoCircle size={16} aria-hidden />}
            onClick={() => openDetails(content)}
          >
            {t('content.menu.details')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => openEditDialog(content)}
          >
            {t('content.menu.edit')}
          </Menu.Item>
          {content.copy && (
            <Menu.Item
              leftSection={
                pinned ? <IconBookmarkOff size={16} aria-hidden /> : <IconBookmark size={16} aria-hidden />
              }
              onClick={() => keep.mutate(!pinned, { onError: notifyProblem })}
            >
              {t(pinned ? 'content.menu.keepNot' : 'content.menu.keep')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconShieldX size={16} aria-hidden />}
            onClick={() => openBlockDialog(content)}
          >
            {t('content.menu.block')}
          </Menu.Item>
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={askDelete}
          >
            {t('content.menu.delete')}
          </Menu.Item>
        </>
      )}
    </RowMenu>
  );
}

/** Shows the action to sell a file, or the link to its offer. */
function SaleItem({ content: { content_id: id, sealed } }: { content: LocalContent }) {
  if (sealed) {
    if (sealed.content_address === null) return null;
    return (
      <Menu.Item
        component={Link}
        to={itemPath({ content_address: sealed.content_address })}
        state={{ cameFrom: t('content.title') } satisfies CameFrom}
        leftSection={<IconCoin size={16} aria-hidden />}
      >
        {t('content.menu.showInMarket')}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item component={Link} to={publishPathOf(id)} leftSection={<IconCoin size={16} aria-hidden />}>
      {t('content.menu.publish')}
    </Menu.Item>
  );
}
