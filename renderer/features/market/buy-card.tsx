import { Alert, Anchor, Button, List, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import { Link } from 'react-router';
import type { LicenceKind } from '../../../src/contract/common.ts';
import type { LocalWallet } from '../../../src/contract/dashboard-api/chain.ts';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { useRate } from '../../lib/api/use-rate.ts';
import { priceText } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { RateNote } from '../../ui/values/approximate.tsx';
import { useChain } from '../chain/index.ts';
import {
  buyLabel,
  describeTerms,
  licenceLabel,
  openTermsDialog,
  shareTo,
  shareToOwner,
} from '../licensing/index.ts';
import classes from './buy-card.module.css';
import { openPurchase } from './buy-dialogs.tsx';

/** Shows the terms of a content. */
export function BuyCard({ item }: { item: MarketItem }) {
  const chain = useChain().data;
  const { mine, withdrawn } = item;
  return (
    <SectionCard title={t(mine ? 'market.card.titleMine' : 'market.card.title')}>
      {withdrawn && <Text size="sm">{t(mine ? 'market.card.withdrawnMine' : 'market.card.withdrawn')}</Text>}
      {!withdrawn && chain && (
        <List size="sm" spacing={6} style={{ overflowWrap: 'anywhere' }}>
          {describeTerms(item, chain.costs.resale_share).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      )}
      {chain && item.royalties.length > 0 && <RoyaltiesList item={item} wallets={chain.wallets} />}
    </SectionCard>
  );
}

/** Shows the licences of the user, if any. */
export function OwnedLicences({ item: { licences, content_type: type } }: { item: MarketItem }) {
  if (licences.length === 0) return null;
  return (
    <Alert role="note" color="green" py="xs" icon={<IconCheck aria-hidden />} title={t('market.card.yours')}>
      <Trans
        i18nKey="market.card.owned"
        values={{ licences: licences.map((kind) => licenceLabel(kind, type)).join(', ') }}
        components={{ library: <Anchor component={Link} to={paths.bought} size="sm" /> }}
      />
    </Alert>
  );
}

/** Opens the dialog that changes the terms of an own item. */
export function ChangeTermsButton({ item }: { item: MarketItem }) {
  return (
    <Button variant="default" onClick={() => openTermsDialog(item)}>
      {t('market.card.change')}
    </Button>
  );
}

/** Shows a button for each licence that the user does not have yet; a resellable licence includes reading. */
export function BuyButtons({ item }: { item: MarketItem }) {
  const { licences, allow_resale: allowResale } = item;
  const rate = useRate();
  if (licences.includes('resale')) return null;
  const kinds: LicenceKind[] = [
    ...(licences.includes('listen') ? [] : (['listen'] as const)),
    ...(allowResale ? (['resale'] as const) : []),
  ];
  return (
    <Stack gap="xs" maw={420}>
      {kinds.map((kind) => (
        <Button
          key={kind}
          fullWidth
          justify="space-between"
          className={classes.choice ?? ''}
          variant={kind === 'listen' ? 'filled' : 'default'}
          rightSection={priceText(kind === 'listen' ? item.price : item.resale_price, rate)}
          onClick={() => openPurchase(item, kind)}
        >
          {buyLabel(kind, item.content_type)}
        </Button>
      ))}
      <RateNote />
    </Stack>
  );
}

interface RoyaltiesListProps {
  item: MarketItem;
  wallets: LocalWallet[];
}

function RoyaltiesList({ item: { royalties, owner }, wallets }: RoyaltiesListProps) {
  const rest = royalties.reduce((left, { value }) => left - value, 10_000);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {t('market.card.paid')}
      </Text>
      <List size="sm">
        {royalties.map(({ address, value }, index) => (
          <List.Item key={`${index} ${address}`} title={address}>
            {shareTo(address, value, wallets)}
          </List.Item>
        ))}
        {rest > 0 && <List.Item title={owner}>{shareToOwner(owner, rest, wallets)}</List.Item>}
      </List>
    </Stack>
  );
}
