import { Table } from '@mantine/core';
import { partOf, type RevenueSplit, splitAmount } from '../../../src/contract/revenue-split.ts';
import { shorten } from '../../lib/format/format.ts';
import { amountText } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { readTon } from '../../ui/forms/ton-field.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { AmountLine } from '../../ui/values/amount-line.tsx';
import { decimalsOf } from '../../ui/values/money.tsx';
import { Note, SmallNote } from '../../ui/values/texts.ts';
import { priceProblem, shareLabel } from '../licensing/index.ts';
import type { Publication } from './publication.ts';
import type { RevenueShare } from './revenue-split.ts';

interface EarningsCardProps {
  publication: Publication;
  /** null if they are invalid. */
  shares: RevenueShare[] | null;
  costs: { least_price: string; purchase: string; resale_share: number };
}

/** Shows how each sale is split, with exact amounts. */
export function EarningsCard({ publication, shares, costs }: EarningsCardProps) {
  const { price, allowResale, resalePrice } = publication;
  const read = (typed: string) => readTon(typed, (nano) => priceProblem(nano, costs.least_price));
  const sales = salesOf({
    price: read(price),
    resalePrice: allowResale ? read(resalePrice) : null,
    shares: shares?.map(({ value }) => value) ?? [],
    resaleShare: costs.resale_share,
  });
  return (
    <SectionCard title={t('selling.earnings.title')}>
      {sales.length === 0 && <Note>{t('selling.earnings.noPrice')}</Note>}
      {shares === null && sales.length > 0 && <Note>{t('selling.earnings.sharesLeftOut')}</Note>}
      {sales.map((sale) => (
        <SaleTable key={sale.title} sale={sale} shares={shares ?? []} />
      ))}
      {sales.length > 0 && (
        <SmallNote>{t('selling.earnings.fees', { amount: amountText(costs.purchase) })}</SmallNote>
      )}
    </SectionCard>
  );
}

function SaleTable({ sale, shares }: { sale: Sale; shares: RevenueShare[] }) {
  const { title, paid, seller, split } = sale;
  const decimals = decimalsOf([paid, seller ?? 0n, ...split.shares, split.owner]);
  return (
    <Table
      verticalSpacing={4}
      horizontalSpacing={0}
      withRowBorders={false}
      captionSide="top"
      aria-label={title}
    >
      <Table.Thead>
        <AmountLine label={title} nano={paid} decimals={decimals} weight={500} />
      </Table.Thead>
      <Table.Tbody>
        {seller !== null && (
          <AmountLine label={t('selling.earnings.seller')} nano={seller} decimals={decimals} />
        )}
        {split.shares.map((nano, index) => (
          <AmountLine
            key={shares[index]?.address}
            label={`${shorten(shares[index]?.address ?? '', 6, 4)}, ${shareLabel(shares[index]?.value ?? 0)}`}
            nano={nano}
            decimals={decimals}
          />
        ))}
      </Table.Tbody>
      <Table.Tfoot style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
        <AmountLine label={t('content.details.you')} nano={split.owner} decimals={decimals} weight={600} />
      </Table.Tfoot>
    </Table>
  );
}

/** The split of a sale, in nanograms. */
interface Sale {
  title: string;
  paid: bigint;
  /** The amount that the reseller of a licence keeps; null if the author sells. */
  seller: bigint | null;
  split: RevenueSplit;
}

interface Prices {
  /** null if the price is unknown, or there is no such sale. */
  price: bigint | null;
  resalePrice: bigint | null;
  /** The revenue split, in parts of 10,000. */
  shares: readonly number[];
  /** The royalties of a resale, in parts of 10,000. */
  resaleShare: number;
}

/** Returns every kind of sale of the content, except free licences, which earn nothing. */
function salesOf({ price, resalePrice, shares, resaleShare }: Prices): Sale[] {
  const first = (title: string, paid: bigint | null): Sale[] =>
    paid === null ? [] : [{ title, paid, seller: null, split: splitAmount(paid, shares) }];
  const later = (paid: bigint): Sale => {
    const royalty = partOf(paid, resaleShare);
    return {
      title: t('selling.earnings.resold'),
      paid,
      seller: paid - royalty,
      split: splitAmount(royalty, shares),
    };
  };
  return [
    ...first(t('selling.earnings.licence'), price),
    ...first(t('selling.earnings.resale'), resalePrice),
    ...(resalePrice === null ? [] : [later(resalePrice)]),
  ];
}
