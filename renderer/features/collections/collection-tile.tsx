import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Collection } from '../../../src/contract/dashboard-api/library/collections.ts';
import { shorten } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { collectionPathOf } from '../../lib/paths.ts';
import type { BackState } from '../../ui/navigation/back-link.tsx';
import classes from './collection-picture.module.css';
import { CollectionPicture } from './collection-picture.tsx';

/** Shows a collection as a picture with its title; links to its page. */
export function CollectionTile({ collection }: { collection: Collection }) {
  const { id, title, items, owner, parent_title: parent } = collection;
  return (
    <Link
      to={collectionPathOf(id)}
      state={{ backLabel: t('frame.pages.collections') } satisfies BackState}
      className={classes.tile}
    >
      <CollectionPicture collection={collection} />
      <Text size="sm" fw={600} truncate title={title} translate="no" mt={6}>
        {title}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {t('collections.items', { count: items })}
      </Text>
      {parent !== null && (
        <Text size="xs" c="dimmed" truncate title={parent}>
          {t('collections.within', { title: parent })}
        </Text>
      )}
      {owner !== null && (
        <Text size="xs" c="dimmed" truncate title={owner}>
          {t('collections.from', { author: shorten(owner) })}
        </Text>
      )}
    </Link>
  );
}
