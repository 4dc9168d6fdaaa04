import { Button, Stack, Title } from '@mantine/core';
import { IconPlaylist, IconPlus } from '@tabler/icons-react';
import { type AriaAttributes, useId } from 'react';
import { useNavigate } from 'react-router';
import type { Collection } from '../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../lib/i18n/language.ts';
import { collectionPathOf } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { MoreButton } from '../../ui/lists/more-button.tsx';
import { UploadPanel } from '../uploads/index.ts';
import { useCollections } from './collection-queries.ts';
import { CollectionTile } from './collection-tile.tsx';
import { openNewCollection } from './dialogs/collection-form.tsx';

/** Shows top-level collections as tiles, then nested ones, such as the albums of an added folder. */
export function CollectionsPage() {
  const query = useCollections('top');
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
      {items && items.length > 0 && <Tiles collections={items} aria-label={t('collections.list')} />}
      <MoreButton query={query} />
      {items && <Nested />}
    </Page>
  );
}

function Nested() {
  const headingId = useId();
  const query = useCollections('nested');
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isError) return <QueryState query={query} height={190} loadingLabel={t('collections.loading')} />;
  if (items.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby={headingId}>
      <Title order={2} id={headingId}>
        {t('collections.nested')}
      </Title>
      <Tiles collections={items} aria-labelledby={headingId} />
      <MoreButton query={query} />
    </Stack>
  );
}

interface TilesProps extends AriaAttributes {
  collections: readonly Collection[];
}

const Tiles = ({ collections, ...label }: TilesProps) => (
  <BareList className="tiles" {...label}>
    {collections.map((collection) => (
      <li key={collection.id}>
        <CollectionTile collection={collection} />
      </li>
    ))}
  </BareList>
);

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
