import { List, Stack, Text } from '@mantine/core';
import type { LocalWallet } from '../../../src/contract/dashboard-api/chain.ts';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { t } from '../../lib/i18n/language.ts';
import { shareTo, shareToOwner } from '../licensing/index.ts';

interface SharesListProps {
  item: MarketItem;
  wallets: LocalWallet[];
}

/** Lists the recipients of each price. */
export function RoyaltiesList({ item: { royalties, owner }, wallets }: SharesListProps) {
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
