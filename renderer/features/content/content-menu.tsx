import { notifications } from '@mantine/notifications';
import {
  IconBookmark,
  IconBookmarkOff,
  IconCoin,
  IconDownload,
  IconExternalLink,
  IconEye,
  IconFingerprint,
  IconFolderPlus,
  IconInfoCircle,
  IconLink,
  IconPencil,
  IconPlaylistAdd,
  IconShare2,
  IconShieldX,
  IconTrash,
} from '@tabler/icons-react';
import { manifestType } from '../../../src/contract/collection-manifest.ts';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { patchCopy } from '../../../src/contract/dashboard-api/discovery.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { filePathOf, itemPath, sellPathOf } from '../../lib/paths.ts';
import { shell } from '../../lib/shell/shell.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { type MenuEntry, RowMenu } from '../../ui/lists/row-menu.tsx';
import { useCopy } from '../../ui/values/use-copy.ts';
import { openBlockDialog } from '../blocking/index.ts';
import { openAddToDialog, useImportCollection } from '../collections/index.ts';
import { usePlayEntries } from '../player/index.ts';
import { openShareDialog } from '../sharing/index.ts';
import { canView, isRestrictedForSale, openContent, plainName, saveContent } from '../stored-file/index.ts';
import { openDetails } from './content-details.tsx';
import { openEditDialog } from './edit-form.tsx';
import { useDelete } from './trash/use-delete.tsx';

export function ContentMenu({ content }: { content: LocalContent }) {
  const id = content.content_id;
  const name = plainName(content);
  const pinned = content.copy?.pinned ?? false;
  const keep = useChange('content', (node) =>
    node.call(patchCopy, { params: { id }, body: { pinned: !pinned } }),
  );
  const { remove, isPending } = useDelete();
  const shareEntries = useShareEntries(content);
  const importCollection = useImportCollection(id);
  const playEntries = usePlayEntries();
  const keepEntry: MenuEntry = [
    pinned ? IconBookmarkOff : IconBookmark,
    t(pinned ? 'content.menu.keepNot' : 'content.menu.keep'),
    () => keep.mutate(undefined, { onError: notifyProblem }),
  ];
  return (
    <RowMenu
      label={t('common.actionsFor', { name })}
      loading={isPending || keep.isPending}
      entries={() => [
        ...playEntries(content),
        ...shareEntries(),
        'line',
        [IconInfoCircle, t('content.menu.details'), () => openDetails(content)],
        [IconPencil, t('content.menu.edit'), () => openEditDialog(content)],
        content.copy && keepEntry,
        [IconPlaylistAdd, t('collections.add.menu'), () => openAddToDialog([id])],
        content.content_type === manifestType && [
          IconFolderPlus,
          t('collections.import'),
          () => importCollection.mutate(undefined, { onError: notifyProblem }),
        ],
        'line',
        [IconShieldX, t('content.menu.block'), () => openBlockDialog(content)],
        [IconTrash, t('content.menu.delete'), () => remove(new Map([[id, content]]))],
      ]}
    />
  );
}

/** Returns the actions that open, save, share and sell a file. */
function useShareEntries(content: LocalContent): () => MenuEntry[] {
  const node = useDashboardClient();
  const copy = useCopy();
  const id = content.content_id;
  const isRestricted = isRestrictedForSale(content);
  const isPlain = content.viewable && !content.sealed && !isRestricted;
  const save = async () => {
    const { saved } = await saveContent(node, content);
    const message = t('content.menu.saved', { name: plainName(content) });
    if (saved && shell) notifications.show({ color: 'green', message });
  };
  return () => [
    canView(content) && [IconEye, t('content.menu.open'), fromHere(filePathOf(id))],
    isPlain && [
      IconExternalLink,
      t(shell ? 'content.menu.openInBrowser' : 'content.menu.openInTab'),
      () => openContent(content).catch(notifyProblem),
    ],
    [IconDownload, t(shell ? 'common.saveAs' : 'common.download'), () => save().catch(notifyProblem)],
    !isRestricted && [
      IconLink,
      t('common.copyLink'),
      () => copy(content.content_url, t('common.linkCopied')),
    ],
    [IconFingerprint, t('content.menu.copyId'), () => copy(id, t('content.menu.idCopied'))],
    [IconShare2, t('content.menu.share'), () => openShareDialog(content)],
    saleEntry(content),
  ];
}

/** Returns the action to sell a file, or the link to its offer. */
function saleEntry({ content_id: id, sealed: encrypted }: LocalContent): MenuEntry {
  if (!encrypted) return [IconCoin, t('content.menu.publish'), { to: sellPathOf(id) }];
  const { content_address: address } = encrypted;
  if (address === null) return null;
  return [IconCoin, t('common.showInMarket'), fromHere(itemPath({ content_address: address }))];
}

const fromHere = (to: string) => ({ to, state: { cameFrom: t('frame.pages.library') } });
