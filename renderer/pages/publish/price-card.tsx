import { Switch, Text } from '@mantine/core';
import { priceProblem } from '../../components/chain/terms/terms.ts';
import { TonField } from '../../components/chain/ton-field.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { licenceWords, shareWords } from '../../lib/licence-words.ts';
import type { Publication } from './publication.ts';

interface PriceCardProps {
  publication: Publication;
  onChange(part: Partial<Publication>): void;
  contentType: string;
  costs: { least_price: string; resale_share: number };
  /** Shows what is wrong also where nothing was typed yet. */
  insist: boolean;
}

/** What buyers pay, and what they may do then. */
export function PriceCard({ publication, onChange, contentType, costs, insist }: PriceCardProps) {
  const { price, allowResale, resalePrice, downloadable } = publication;
  const check = (nano: bigint) => priceProblem(nano, costs.least_price);
  return (
    <SectionCard title="Price">
      <TonField
        label={licenceWords('listen', contentType)}
        description="Paid once. It stays with the buyer. 0: free"
        typed={price}
        onChange={(typed) => onChange({ price: typed })}
        check={check}
        insist={insist}
      />
      <Switch
        label="Sell licences that can be sold on, too"
        description={`Their buyers may sell them on or give them away. Of each later sale, ${shareWords(costs.resale_share)} come back to you and those who share in it.`}
        checked={allowResale}
        onChange={(event) => onChange({ allowResale: event.currentTarget.checked })}
      />
      {allowResale && (
        <TonField
          label={licenceWords('resale', contentType)}
          description="Usually more than the other: it can be turned into money again"
          typed={resalePrice}
          onChange={(typed) => onChange({ resalePrice: typed })}
          check={check}
          insist={insist}
        />
      )}
      <Switch
        label="Buyers may save the file"
        description="Without this, apps only show it"
        checked={downloadable}
        onChange={(event) => onChange({ downloadable: event.currentTarget.checked })}
      />
      <Text size="xs" c="dimmed">
        Prices can be changed later, and you can stop selling at any time. Whether the file may be saved stays
        as it is now.
      </Text>
    </SectionCard>
  );
}
