import { Badge, Group, Table } from '@mantine/core';
import { memo } from 'react';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { kindOf } from '../../lib/format/file-kind.ts';
import { t } from '../../lib/i18n/language.ts';
import { ItemTitle } from '../../ui/lists/item-title.tsx';
import { DateTime } from '../../ui/values/date-time.tsx';
import { Money } from '../../ui/values/money.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { bylineLabel } from './market-labels.ts';

interface MarketRowProps {
  item: MarketItem;
  /** Position among all matches, from 0. */
  index: number;
  /** Number of decimals for which prices leave space. */
  decimals: number;
}

export const MarketRow = memo(function MarketRow({ item, index, decimals }: MarketRowProps) {
  const { content_type: type, created_at: at } = item;
  const byline = bylineLabel(item);
  return (
    <Table.Tr data-index={index} aria-rowindex={index + 2}>
      <Table.Th scope="row" fw={400}>
        <ItemTitle item={item} cameFrom={t('frame.pages.store')}>
          <Group gap="xs" wrap="nowrap">
            <Standing item={item} />
            <SmallNote truncate>{byline}</SmallNote>
          </Group>
        </ItemTitle>
      </Table.Th>
      <Table.Td visibleFrom="lg" c="dimmed">
        {kindOf(type)}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <DateTime at={at} />
      </Table.Td>
      <Table.Td ta="end" style={{ overflowWrap: 'anywhere' }}>
        <Money nano={item.price} decimals={decimals} zero={t('wallet.amount.free')} bare />
      </Table.Td>
    </Table.Tr>
  );
});

function Standing({ item: { mine, withdrawn, licences } }: { item: MarketItem }) {
  if (withdrawn) return <Mark label={t('market.mark.withdrawn')} color="gray" />;
  if (mine) return <Mark label={t('market.mark.yours')} color="alcove" />;
  return licences.length > 0 && <Mark label={t('market.mark.bought')} color="green" />;
}

function Mark({ label, color }: { label: string; color: string }) {
  return (
    <Badge size="sm" color={color} style={{ flexShrink: 0 }}>
      {label}
    </Badge>
  );
}
