import { Text, VisuallyHidden } from '@mantine/core';
import { memo, useEffect } from 'react';
import { Link } from 'react-router';
import { type MarketItem, postMarketCover } from '../../../../src/contract/dashboard-api/market.ts';
import { useDashboardClient } from '../../../lib/api/dashboard-client-context.tsx';
import { kindOf, titleOf } from '../../../lib/format/file-kind.ts';
import { t } from '../../../lib/i18n/language.ts';
import { itemPath } from '../../../lib/paths.ts';
import { TilePicture } from '../../../ui/media/tile-picture.tsx';
import type { CameFrom } from '../../../ui/navigation/back-link.tsx';
import { authorLabel, standingLabel } from '../market-labels.ts';
import classes from './market-tile.module.css';

/** Shows an item of the Store as a cover with title, author and price; links to its page. */
export const MarketTile = memo(function MarketTile({ item }: { item: MarketItem }) {
  useWantedCover(item);
  const { content_type: type, content_address: address } = item;
  const title = titleOf(item);
  const kind = kindOf(type);
  const standing = standingLabel(item);
  return (
    <Link
      to={itemPath(item)}
      state={{ cameFrom: t('frame.pages.store') } satisfies CameFrom}
      className={classes.tile}
    >
      {/* Screen readers get the title first. */}
      <div className={classes.picture} aria-hidden>
        <TilePicture url={item.cover_url} contentType={type} id={address} />
        <span className={classes.kind}>{kind}</span>
        <span className={classes.price} data-owned={item.mine || item.licences.length > 0 || undefined}>
          {standing}
        </span>
      </div>
      <Text size="sm" fw={600} truncate title={title} translate="no" mt={6}>
        {title}
        <VisuallyHidden>, </VisuallyHidden>
      </Text>
      <Text size="xs" c="dimmed" truncate translate="no">
        {authorLabel(item)}
        <VisuallyHidden>{`, ${kind}, ${standing}`}</VisuallyHidden>
      </Text>
    </Link>
  );
});

/** Has the cover of an item fetched from other nodes while the item is shown. */
export function useWantedCover({ content_address: address, cover_missing: isMissing }: MarketItem): void {
  const node = useDashboardClient();
  useEffect(() => {
    if (!isMissing) return;
    // Without it the tile keeps its gradient.
    node.call(postMarketCover, { params: { address } }).catch(() => {});
  }, [node, address, isMissing]);
}
