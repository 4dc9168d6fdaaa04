import {
  IconBookmark,
  IconBookmarkOff,
  IconCoin,
  IconExternalLink,
  IconEye,
  IconFingerprint,
  IconFolderPlus,
  IconLink,
  IconPencil,
  IconPlaylistAdd,
  IconShare2,
  IconShieldX,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { manifestType } from '../../../src/contract/collections/media-types.ts';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { patchCopy } from '../../../src/contract/dashboard-api/discovery.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { libraryPageOf } from '../../lib/format/file-kind.ts';
import { t } from '../../lib/i18n/language.ts';
import { itemPathOf, paths, sellPathOf } from '../../lib/paths.ts';
import { shell } from '../../lib/shell/shell.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { LazyMenu, type MenuEntry, OpeningMenu } from '../../ui/lists/row-menu.tsx';
import type { BackState } from '../../ui/navigation/back-link.tsx';
import { useCopy } from '../../ui/values/use-copy.ts';
import { openBlockDialog } from '../blocking/index.ts';
import { useTrades } from '../chain/index.ts';
import { openAddToDialog, useImportCollection } from '../collections/index.ts';
import { usePlayEntries } from '../player/index.ts';
import { openShareDialog } from '../sharing/index.ts';
import {
  isRestrictedForSale,
  openContent,
  plainName,
  plainType,
  useSaveEntry,
} from '../stored-file/index.ts';
import { openEditDialog } from './edit-form.tsx';
import { useDelete } from './trash/use-delete.tsx';
import { useListName } from './view/listed-query.ts';

interface ContentMenuProps {
  content: LocalContent;
  /** On the page of the file, from which deleting the file leads away: whether an action has a button there. */
  buttons?: Record<'play' | 'share' | 'sell' | 'save', boolean>;
}

/** Shows the actions for a file; most of their state is created with the menu. */
export function ContentMenu(props: ContentMenuProps) {
  return <LazyMenu label={menuLabel(props.content)}>{() => <ContentActions {...props} />}</LazyMenu>;
}

const menuLabel = (content: LocalContent): string => t('common.actionsFor', { name: plainName(content) });

function ContentActions({ content, buttons }: ContentMenuProps) {
  const navigate = useNavigate();
  const id = content.content_id;
  const pinned = content.copy?.pinned ?? false;
  const keep = useChange('content', (node) =>
    node.call(patchCopy, { params: { id }, body: { pinned: !pinned } }),
  );
  const { remove, isPending } = useDelete();
  const { open, openOutside, save, copyEntries } = useFileEntries(content);
  const importCollection = useImportCollection(id);
  const playEntries = usePlayEntries();
  const isSellable = useTrades() && !content.encrypted;
  const toList = () => void navigate(paths[libraryPageOf(plainType(content))], { replace: true });
  const keepEntry: MenuEntry = [
    pinned ? IconBookmarkOff : IconBookmark,
    t(pinned ? 'content.menu.keepNot' : 'content.menu.keep'),
    () => keep.mutate(undefined, { onError: notifyProblem }),
  ];
  return (
    <OpeningMenu
      label={menuLabel(content)}
      loading={isPending || keep.isPending}
      entries={() => {
        const { now, later } = playEntries(content);
        const openPage: MenuEntry = !buttons && open;
        return [
          now ? !buttons?.play && now : openPage,
          [IconPlaylistAdd, t('collections.add.menu'), () => openAddToDialog([id])],
          !buttons?.share && [IconShare2, t('content.menu.share'), () => openShareDialog(content)],
          isSellable && !buttons?.sell && [IconCoin, t('content.menu.publish'), { to: sellPathOf(id) }],
          !buttons?.save && save,
          [
            IconTrash,
            t('content.menu.delete'),
            () => remove(new Map([[id, content]]), buttons ? { onDone: toList } : {}),
          ],
          'more',
          now && openPage,
          ...later,
          openOutside,
          ...copyEntries,
          [IconPencil, t('content.menu.edit'), () => openEditDialog(content)],
          content.copy && keepEntry,
          content.content_type === manifestType && [
            IconFolderPlus,
            t('collections.import'),
            () => importCollection.mutate(undefined, { onError: notifyProblem }),
          ],
          [IconShieldX, t('content.menu.block'), () => openBlockDialog(content)],
        ];
      }}
    />
  );
}

/** Returns the actions that open, save and copy a file. */
function useFileEntries(content: LocalContent): Record<'open' | 'openOutside' | 'save', MenuEntry> & {
  copyEntries: MenuEntry[];
} {
  const copy = useCopy();
  const saveEntry = useSaveEntry();
  const backLabel = useListName();
  const id = content.content_id;
  const isRestricted = isRestrictedForSale(content);
  const isPlain = content.viewable && !content.encrypted && !isRestricted;
  const open: MenuEntry = [
    IconEye,
    t('content.menu.open'),
    { to: itemPathOf(id), state: { backLabel } satisfies BackState },
  ];
  return {
    open,
    openOutside: isPlain && [
      IconExternalLink,
      t(shell ? 'content.menu.openInBrowser' : 'content.menu.openInTab'),
      () => openContent(content).catch(notifyProblem),
    ],
    save: saveEntry(content),
    copyEntries: [
      !isRestricted && [
        IconLink,
        t('common.copyLink'),
        () => copy(content.content_url, t('common.linkCopied')),
      ],
      [IconFingerprint, t('content.menu.copyId'), () => copy(id, t('content.menu.idCopied'))],
    ],
  };
}
