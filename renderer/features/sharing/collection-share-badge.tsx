import { Anchor, Badge, Group } from '@mantine/core';
import type { Collection } from '../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../lib/i18n/language.ts';
import { openShareCollectionDialog } from './share-collection-dialog.tsx';
import { useCollectionShares } from './sharing-queries.ts';

/** Says that a collection is shared, and opens its link; shown only if it is. */
export function CollectionShareBadge({ collection }: { collection: Pick<Collection, 'id' | 'title'> }) {
  const shares = useCollectionShares(collection.id).data ?? [];
  if (!shares.some(({ state }) => state === 'shared')) return null;
  return (
    <Group gap="xs">
      <Badge color="green">{t('sharing.state.shared')}</Badge>
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={() => openShareCollectionDialog(collection)}
      >
        {t('sharing.collection.manage')}
      </Anchor>
    </Group>
  );
}
