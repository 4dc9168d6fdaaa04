import { memo, useEffect } from 'react';
import { type MarketItem, postMarketCover } from '../../../../src/contract/dashboard-api/market.ts';
import { useDashboardClient } from '../../../lib/api/dashboard-client-context.tsx';
import { useRate } from '../../../lib/api/use-rate.ts';
import { kindOf, titleOf } from '../../../lib/format/file-kind.ts';
import { itemPathOf } from '../../../lib/paths.ts';
import { Tile, TileBadge } from '../../../ui/media/tile.tsx';
import { authorLabel, offerLabel } from '../market-labels.ts';
import { requestRepeatedly } from './cover-requests.ts';

interface MarketTileProps {
  item: MarketItem;
  /** Name of the page with this tile. */
  backLabel: string;
  /** Whether the other tiles may have other shapes. */
  hasMixedShapes?: boolean;
}

/** Shows an item of the Store as a cover with title, author and price; links to its page and that of the author. */
export const MarketTile = memo(function ItemTile({
  item,
  backLabel,
  hasMixedShapes = true,
}: MarketTileProps) {
  useRequestCover(item);
  const { content_type: type, content_address: address } = item;
  const kind = kindOf(type, item.collection_kind);
  const offer = offerLabel(item, useRate());
  return (
    <Tile
      to={itemPathOf(address)}
      backLabel={backLabel}
      title={titleOf(item)}
      note={authorLabel(item)}
      isName
      authorAddress={item.owner}
      rest={[kind, offer]}
      picture={{ url: item.cover_url, contentType: type, id: address }}
      hasMixedShapes={hasMixedShapes}
    >
      <TileBadge at="top">{kind}</TileBadge>
      <TileBadge at="bottom" isStrong isLight={item.mine || item.licences.length > 0}>
        {offer}
      </TileBadge>
    </Tile>
  );
});

/** Requests the missing cover of a shown item from other nodes. */
export function useRequestCover(item: MarketItem | null): void {
  const node = useDashboardClient();
  const address = item?.content_address;
  const isMissing = item?.cover_missing ?? false;
  useEffect(() => {
    if (!isMissing || address === undefined) return;
    // Without a cover, the tile keeps its gradient.
    return requestRepeatedly(() => {
      void node.call(postMarketCover, { params: { address } }).catch(() => {});
    });
  }, [node, address, isMissing]);
}
