import { Anchor, Box, Group, Stack, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link, useParams } from 'react-router';
import type { CollectionDetails } from '../../../src/contract/dashboard-api/library/collections.ts';
import { formatBytes, formatDuration } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { collectionPathOf, paths } from '../../lib/paths.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { BackLink } from '../../ui/navigation/back-link.tsx';
import { Note } from '../../ui/values/texts.ts';
import { CollectionShareBadge } from '../sharing/index.ts';
import { UploadPanel } from '../uploads/index.ts';
import { AlbumOffer } from './album/album-offer.tsx';
import { CollectionMenu } from './collection-menu.tsx';
import { CollectionPicture } from './collection-picture.tsx';
import { useCollection } from './collection-queries.ts';
import { EntryList } from './entries/entry-list.tsx';

/** Shows a collection and its entries in their order. */
export function CollectionPage() {
  const { collectionId = '' } = useParams();
  const query = useCollection(collectionId);
  return (
    <>
      <Containers collection={query.data} />
      <Page
        title={query.data?.title ?? t('collections.list')}
        actions={query.data && <CollectionMenu collection={query.data} />}
      >
        <QueryState query={query} height={160} rows={2} loading={t('collections.loadingOne')}>
          {(collection) => (
            <>
              <Summary collection={collection} />
              <AlbumOffer collection={collection} />
              <EntryList key={collection.id} collection={collection} />
              <UploadPanel />
            </>
          )}
        </QueryState>
      </Page>
    </>
  );
}

/** Links to the collections that contain this one, or to the previous page. */
function Containers({ collection }: { collection: CollectionDetails | undefined }) {
  if (!collection || collection.path.length === 0) {
    return <BackLink to={paths.collections} label={t('frame.pages.collections')} />;
  }
  const links = [
    { to: paths.collections, title: t('frame.pages.collections') },
    ...collection.path.map(({ id, title }) => ({ to: collectionPathOf(id), title })),
  ];
  return (
    <Group component="nav" aria-label={t('collections.path')} gap={4} mb={4}>
      {links.map(({ to, title }, index) => (
        <Fragment key={to}>
          {index > 0 && <IconChevronRight className="mantine-rotate-rtl" size={16} aria-hidden />}
          <Anchor component={Link} to={to} size="sm" lh="1.5rem" maw="14rem" truncate>
            {title}
          </Anchor>
        </Fragment>
      ))}
    </Group>
  );
}

function Summary({ collection }: { collection: CollectionDetails }) {
  const { kind, artists, items, size, length_ms: length, description } = collection;
  const facts = [
    t(`collections.kind.${kind}`),
    t('collections.items', { count: items }),
    ...(length > 0 ? [formatDuration(length / 1000)] : []),
    ...(size > 0 ? [formatBytes(size)] : []),
  ];
  return (
    <Group gap="lg" align="flex-start" wrap="nowrap">
      <Box w={{ base: 96, sm: 144 }} style={{ flexShrink: 0 }}>
        <CollectionPicture collection={collection} />
      </Box>
      <Stack gap={4} miw={0}>
        {artists.length > 0 && (
          <Text fw={500} translate="no" style={{ overflowWrap: 'anywhere' }}>
            {artists.join(', ')}
          </Text>
        )}
        <Note>{facts.join(' · ')}</Note>
        <CollectionShareBadge collection={collection} />
        {description !== '' && (
          <Text size="sm" mt={4} maw="46rem" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {description}
          </Text>
        )}
      </Stack>
    </Group>
  );
}
