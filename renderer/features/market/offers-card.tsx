import { Badge, Button, Table, Text } from '@mantine/core';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { shorten } from '../../lib/format/format.ts';
import { amountText } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { TableHead } from '../../ui/lists/table-head.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { Money } from '../../ui/values/money.tsx';
import { openOfferPurchase } from './buy-dialogs.tsx';

/** Lists the licences that holders resell, cheapest first. */
export function OffersCard({ item }: { item: MarketItem }) {
  const { offers } = item;
  if (offers.length === 0) return null;
  return (
    <SectionCard title={t('market.offers.title')}>
      <Text size="sm">{t('market.offers.text')}</Text>
      <Table aria-label={t('market.offers.title')} horizontalSpacing={0}>
        <TableHead
          columns={[
            { label: t('market.offers.column') },
            { label: t('market.offers.buy'), w: 88, isHidden: true },
          ]}
        />
        <Table.Tbody>
          {offers.map((offer) => (
            <Table.Tr key={offer.licence_address}>
              <Table.Th scope="row" fw={400}>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  <Money nano={offer.price} />
                </Text>
                <CopyableValue value={offer.owner} valueName={t('market.about.what.owner')} short />
              </Table.Th>
              <Table.Td ta="end">
                {offer.mine ? (
                  <Badge>{t('market.offers.yours')}</Badge>
                ) : (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t('market.offers.buyOf', {
                      price: amountText(offer.price),
                      owner: shorten(offer.owner),
                    })}
                    onClick={() => openOfferPurchase(item, offer)}
                  >
                    {t('market.offers.buy')}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </SectionCard>
  );
}
