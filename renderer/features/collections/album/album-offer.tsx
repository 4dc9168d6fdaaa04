import { Alert, Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDisc } from '@tabler/icons-react';
import {
  type CollectionDetails,
  moveCollectionEntries,
  patchCollection,
} from '../../../../src/contract/dashboard-api/library/collections.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { t } from '../../../lib/i18n/language.ts';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import { useEntries } from '../collection-queries.ts';
import { type Album, albumOf } from './album.ts';

/** Offers to turn a folder into the album to which its songs belong by their tags; nothing for other collections. */
export function AlbumOffer({ collection }: { collection: CollectionDetails }) {
  const { id, kind } = collection;
  const { data, hasNextPage } = useEntries(id);
  const toAlbum = useChange('collections', async (node, { title, artists, order }: Album) => {
    const params = { id };
    await node.call(moveCollectionEntries, { params, body: { entries: order, before: null } });
    await node.call(patchCollection, { params, body: { kind: 'album', title, artists } });
  });
  // Sorting requires all entries.
  const isComplete = kind === 'folder' && data !== undefined && !hasNextPage;
  const album = isComplete ? albumOf(data.pages.flatMap(({ items }) => items)) : null;
  if (album === null) return null;
  const show = () => {
    // Also resolves after this offer is gone, unlike the options of `mutate`.
    toAlbum.mutateAsync(album).then(() => {
      notifications.show({ color: 'green', message: t('collections.album.shown', { title: album.title }) });
    }, notifyProblem);
  };
  return (
    <Alert role="note" icon={<IconDisc size={20} aria-hidden />} variant="light">
      <Group justify="space-between" gap="xs">
        {t('collections.album.found', { title: album.title })}
        <Button size="xs" variant="default" loading={toAlbum.isPending} onClick={show}>
          {t('collections.album.show')}
        </Button>
      </Group>
    </Alert>
  );
}
