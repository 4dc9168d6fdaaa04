import { Button, Group } from '@mantine/core';
import {
  IconBuildingStore,
  IconCoin,
  IconFolderPlus,
  IconPencil,
  IconPhoto,
  IconShare2,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import type { CollectionDetails } from '../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../lib/i18n/language.ts';
import { collectionPathOf, itemPathOf, paths, sellPathOf } from '../../lib/paths.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { useIsPhone } from '../../ui/layout/use-is-phone.ts';
import { type MenuEntry, RowMenu } from '../../ui/lists/row-menu.tsx';
import { useTrades } from '../chain/index.ts';
import { openShareCollectionDialog } from '../sharing/index.ts';
import { useAddFiles } from '../uploads/index.ts';
import { useSellCollection } from './collection-queries.ts';
import { openEditCollection, openNewCollection } from './dialogs/collection-form.tsx';
import { openCoverDialog } from './dialogs/cover-dialog.tsx';
import { PlayCollection, useShuffle } from './play-collection.tsx';
import { useDeleteCollection } from './use-delete-collection.ts';

/** Shows the actions for a collection: on a phone, the main one as a button and the others in the menu. */
export function CollectionMenu({ collection }: { collection: CollectionDetails }) {
  const { id, title, tracks } = collection;
  const navigate = useNavigate();
  const files = useRef<HTMLInputElement>(null);
  const addFiles = useAddFiles(id);
  const sale = useSale(collection);
  const shuffle = useShuffle(collection);
  const hasShareButton = !useIsPhone() || tracks === 0;
  const share = () => openShareCollectionDialog(collection);
  const parent = collection.path.at(-1);
  const deletion = useDeleteCollection(
    collection,
    () => void navigate(parent ? collectionPathOf(parent.id) : paths.collections),
  );
  return (
    <Group gap="xs">
      <PlayCollection collection={collection} />
      {hasShareButton && (
        <Button variant="default" leftSection={<IconShare2 size={16} aria-hidden />} onClick={share}>
          {t('collections.share')}
        </Button>
      )}
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t('content.filesToAdd')}
        onChange={({ currentTarget }) => {
          addFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <RowMenu
        label={t('common.actionsFor', { name: title })}
        loading={shuffle.isPending || deletion.isPending || sale.isPending}
        entries={() => [
          shuffle.entry,
          !hasShareButton && [IconShare2, t('collections.share'), share],
          [IconUpload, t('collections.menu.addFiles'), () => files.current?.click()],
          [
            IconFolderPlus,
            t('collections.menu.inside'),
            () => openNewCollection({ parentId: id, onCreated: () => {} }),
          ],
          [IconPencil, t('collections.menu.edit'), () => openEditCollection(collection)],
          [IconPhoto, t('collections.menu.cover'), () => openCoverDialog(collection)],
          ...sale.entries,
          [IconTrash, t('collections.menu.delete'), deletion.remove],
        ]}
      />
    </Group>
  );
}

/** Returns the entries of the menu that sell a collection as one; none without buying and selling. */
function useSale({ id, sold_as: soldAs }: CollectionDetails): { entries: MenuEntry[]; isPending: boolean } {
  const navigate = useNavigate();
  const { mutate, isPending } = useSellCollection(id);
  const trades = useTrades();
  const sell = () =>
    mutate(undefined, {
      onSuccess: ({ content_id: sold, is_sold: isSold }) =>
        void navigate(isSold ? itemPathOf(sold) : sellPathOf(sold)),
      onError: notifyProblem,
    });
  const entries: MenuEntry[] = [
    trades && [IconCoin, t('collections.menu.sell'), sell],
    trades &&
      soldAs !== null && [
        IconBuildingStore,
        t('common.openItemPage'),
        () => void navigate(itemPathOf(soldAs)),
      ],
  ];
  return { entries, isPending };
}
