import { Badge, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import type { MarketItem } from '../../../src/contract/local-chain.ts';
import { Money } from '../../components/chain/money.tsx';
import { CopyableValue } from '../../components/copyable-value.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { shorten } from '../../lib/format.ts';
import { tonWords } from '../../lib/ton.ts';
import { openOfferPurchase } from './buy-dialogs.tsx';

/** Licences that those who bought them sell on, the cheapest first. */
export function OffersCard({ item }: { item: MarketItem }) {
  const { offers } = item;
  if (offers.length === 0) return null;
  return (
    <SectionCard title="Offered by their owners">
      <Text size="sm">These licences to resell were bought before, and their owners sell them on.</Text>
      <Table aria-label="Offered by their owners" horizontalSpacing={0}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Price and owner</Table.Th>
            <Table.Th w={88}>
              <VisuallyHidden>Buy</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {offers.map((offer) => (
            <Table.Tr key={offer.licence_address}>
              <Table.Td>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  <Money nano={offer.price} />
                </Text>
                <CopyableValue value={offer.owner} what="the wallet of the owner" short />
              </Table.Td>
              <Table.Td ta="right">
                {offer.mine ? (
                  <Badge>Yours</Badge>
                ) : (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Buy for ${tonWords(offer.price)} from ${shorten(offer.owner)}`}
                    onClick={() => openOfferPurchase(item, offer)}
                  >
                    Buy
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
