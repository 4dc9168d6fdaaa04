import { t } from '../../lib/i18n/language.ts';
import { Switch } from '../../ui/forms/switch.tsx';
import { TonField } from '../../ui/forms/ton-field.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { licenceLabel, priceProblem, shareLabel } from '../licensing/index.ts';
import type { Publication } from './publication.ts';

interface PriceCardProps {
  publication: Publication;
  onChange(part: Partial<Publication>): void;
  contentType: string;
  costs: { least_price: string; resale_share: number };
  /** Shows errors of empty fields, too. */
  insist: boolean;
}

/** Edits the prices and what a licence allows. */
export function PriceCard({ publication, onChange, contentType, costs, insist }: PriceCardProps) {
  const { price, allowResale, resalePrice, downloadable } = publication;
  const check = (nano: bigint) => priceProblem(nano, costs.least_price);
  return (
    <SectionCard title={t('selling.price.title')}>
      <TonField
        label={licenceLabel('listen', contentType)}
        description={t('selling.price.hint')}
        typed={price}
        onChange={(typed) => onChange({ price: typed })}
        check={check}
        insist={insist}
      />
      <Switch
        label={t('chain.terms.resale')}
        description={t('selling.price.resellableHint', { share: shareLabel(costs.resale_share) })}
        checked={allowResale}
        onChange={(event) => onChange({ allowResale: event.currentTarget.checked })}
      />
      {allowResale && (
        <TonField
          label={licenceLabel('resale', contentType)}
          description={t('selling.price.resaleHint')}
          typed={resalePrice}
          onChange={(typed) => onChange({ resalePrice: typed })}
          check={check}
          insist={insist}
        />
      )}
      <Switch
        label={t('selling.price.downloadable')}
        description={t('selling.price.downloadableHint')}
        checked={downloadable}
        onChange={(event) => onChange({ downloadable: event.currentTarget.checked })}
      />
      <SmallNote>{t('selling.price.later')}</SmallNote>
    </SectionCard>
  );
}
