import { Button } from '@mantine/core';
import { IconPlaylist, IconPlus } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { collectionPathOf } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { UploadPanel } from '../uploads/index.ts';
import { useCollections } from './collection-queries.ts';
import { CollectionTile } from './collection-tile.tsx';
import { openNewCollection } from './dialogs/collection-form.tsx';
import { MoreButton } from './more-button.tsx';

/** Shows the collections that are not nested in another one, as tiles. */
export function CollectionsPage() {
  const query = useCollections();
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <Page title={t('frame.pages.collections')} actions={items && items.length > 0 && <NewButton />}>
      <UploadPanel />
      <QueryState query={query} height={190} loadingLabel={t('collections.loading')} />
      {items?.length === 0 && (
        <EmptyCard
          icon={IconPlaylist}
          title={t('collections.empty.title')}
          description={t('collections.empty.text')}
        >
          <NewButton />
        </EmptyCard>
      )}
      {items && items.length > 0 && (
        <BareList className="tiles" aria-label={t('collections.list')}>
          {items.map((collection) => (
            <li key={collection.id}>
              <CollectionTile collection={collection} />
            </li>
          ))}
        </BareList>
      )}
      <MoreButton query={query} />
    </Page>
  );
}

function NewButton() {
  const navigate = useNavigate();
  return (
    <Button
      leftSection={<IconPlus size={18} stroke={1.8} aria-hidden />}
      onClick={() => openNewCollection({ onCreated: ({ id }) => void navigate(collectionPathOf(id)) })}
    >
      {t('collections.new.button')}
    </Button>
  );
}
