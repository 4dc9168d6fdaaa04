import { Stack, Text } from '@mantine/core';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { kindOf } from '../../lib/format/file-kind.ts';
import { formatBytes, formatLength } from '../../lib/format/format.ts';
import { TilePicture } from '../../ui/media/tile-picture.tsx';
import { useContent } from '../stored-file/index.ts';
import { BuyButtons } from './buy-card.tsx';
import classes from './item-page.module.css';
import { authorLabel, standingLabel } from './market-labels.ts';
import { useWantedCover } from './tiles/market-tile.tsx';

/** Shows the cover of an item, its author, kind and length, and the buttons that buy it. */
export function ItemHead({ item }: { item: MarketItem }) {
  useWantedCover(item);
  const { content_type: type, content_id: id, size } = item;
  const stored = useContent(item.content_url === null ? null : id).data;
  const ms = stored?.media?.duration_ms ?? null;
  const facts = [
    kindOf(type),
    ...(ms === null ? [] : [formatLength(ms)]),
    ...(size === null ? [] : [formatBytes(size)]),
  ];
  return (
    <div className={classes.head}>
      <div className={classes.cover}>
        <TilePicture url={item.cover_url} contentType={type} id={item.content_address} />
      </div>
      <Stack gap="md" miw={0}>
        <div>
          <Text fw={600} translate="no" style={{ overflowWrap: 'anywhere' }}>
            {authorLabel(item)}
          </Text>
          <Text size="sm" c="dimmed">
            {facts.join(' · ')}
          </Text>
        </div>
        {(item.withdrawn || item.mine || item.licences.length > 0) && (
          <Text size="xl" fw={700}>
            {standingLabel(item)}
          </Text>
        )}
        {!item.withdrawn && !item.mine && <BuyButtons item={item} />}
      </Stack>
    </div>
  );
}
