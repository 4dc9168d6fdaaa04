import { Anchor, Box, Group, Stack, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link, useParams } from 'react-router';
import type { CollectionDetails } from '../../../src/contract/dashboard-api/library/collections.ts';
import { formatBytes, formatDuration, shorten } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { authorPathOf, collectionPathOf, paths } from '../../lib/paths.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { BackLink, type BackState } from '../../ui/navigation/back-link.tsx';
import { Note } from '../../ui/values/texts.ts';
import { CollectionShareBadge } from '../sharing/index.ts';
import { UploadPanel } from '../uploads/index.ts';
import { AlbumOffer } from './album/album-offer.tsx';
import { CollectionMenu } from './collection-menu.tsx';
import { CollectionPicture } from './collection-picture.tsx';
import { useCollection } from './collection-queries.ts';
import { EntryList } from './entries/entry-list.tsx';
import { PlayCollection, useShuffle } from './play-collection.tsx';

/** Shows a collection and its entries in their order. */
export function CollectionPage() {
  const { collectionId = '' } = useParams();
  const query = useCollection(collectionId);
  return (
    <>
      <Containers collection={query.data} />
      <Page
        title={query.data?.title ?? t('collections.list')}
        actions={query.data && <Actions collection={query.data} />}
      >
        <QueryState query={query} height={160} rows={2} loadingLabel={t('collections.loadingOne')}>
          {(collection) => (
            <>
              <Summary collection={collection} />
              {collection.owner === null && <AlbumOffer collection={collection} />}
              <EntryList key={collection.id} collection={collection} />
              <UploadPanel isRevealed />
            </>
          )}
        </QueryState>
      </Page>
    </>
  );
}

/** Shows the actions for a collection; one of a followed person can only be played. */
function Actions({ collection }: { collection: CollectionDetails }) {
  const shuffle = useShuffle(collection);
  if (collection.owner === null) return <CollectionMenu collection={collection} />;
  return (
    <Group gap="xs">
      <PlayCollection collection={collection} />
      {shuffle.entry && (
        <RowMenu
          label={t('common.actionsFor', { name: collection.title })}
          loading={shuffle.isPending}
          entries={() => [shuffle.entry]}
        />
      )}
    </Group>
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
  const { kind, title, artists, owner, items, size, length_ms: length, description } = collection;
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
        {owner === null ? (
          <CollectionShareBadge collection={collection} />
        ) : (
          <OwnerLink owner={owner} title={title} />
        )}
        {description !== '' && (
          <Text size="sm" mt={4} maw="46rem" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {description}
          </Text>
        )}
      </Stack>
    </Group>
  );
}

/** Names the followed wallet that published a collection. */
function OwnerLink({ owner, title }: { owner: string; title: string }) {
  return (
    <Anchor
      component={Link}
      to={authorPathOf(owner)}
      state={{ backLabel: title } satisfies BackState}
      size="sm"
      lh="1.5rem"
      title={owner}
    >
      {t('collections.from', { author: shorten(owner) })}
    </Anchor>
  );
}
