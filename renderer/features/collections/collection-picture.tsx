import { Box } from '@mantine/core';
import { IconFolder, IconPlaylist, IconVinyl } from '@tabler/icons-react';
import type { CollectionKind } from '../../../src/contract/collections/manifest.ts';
import type { Collection } from '../../../src/contract/dashboard-api/library/collections.ts';
import { TilePicture } from '../../ui/media/tile-picture.tsx';
import classes from './collection-picture.module.css';

export const kindIcons: Record<CollectionKind, typeof IconFolder> = {
  album: IconVinyl,
  playlist: IconPlaylist,
  folder: IconFolder,
};

/**
 * Shows the cover of a collection, or the covers of its first four contents; an album shows a single one. The title is
 * beside it.
 */
export function CollectionPicture({ collection }: { collection: Collection }) {
  const { id, kind, cover_url: cover, cover_urls: covers } = collection;
  if (cover === null && kind !== 'album' && covers.length === 4) {
    return (
      <Box className={classes.mosaic ?? ''}>
        {covers.map((url) => (
          <img key={url} referrerPolicy="origin" src={url} alt="" loading="lazy" decoding="async" />
        ))}
      </Box>
    );
  }
  return <TilePicture url={cover ?? covers[0] ?? null} icon={kindIcons[kind]} id={id} />;
}
