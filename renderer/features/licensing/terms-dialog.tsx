import { Text } from '@mantine/core';
import { useState } from 'react';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { Switch } from '../../ui/forms/switch.tsx';
import { TonField } from '../../ui/forms/ton-field.tsx';
import { useChain } from '../chain/index.ts';
import { OrderForm } from '../orders/index.ts';
import { licenceLabel } from './licence-labels.ts';
import { ownersOf, priceProblem, type TypedTerms, termsOf, termsPlan } from './terms.ts';

/** Opens a dialog that changes the prices of the owner's content, or stops its sale. */
export function openTermsDialog(item: MarketItem): void {
  openDialog({
    title: t('chain.terms.dialog', { title: item.title }),
    size: 'lg',
    children: (close) => <TermsForm item={item} onClose={close} />,
  });
}

function TermsForm({ item, onClose }: { item: MarketItem; onClose(): void }) {
  const [typed, setTyped] = useState(() => termsOf(item));
  const chain = useChain().data;
  const set = (part: Partial<TypedTerms>) => setTyped((before) => ({ ...before, ...part }));
  const check = (nano: bigint) => priceProblem(nano, chain?.costs.least_price ?? '0');
  const { isForSale, price, allowResale, resalePrice } = typed;
  return (
    <OrderForm
      plan={chain ? termsPlan(item, typed, chain) : null}
      {...(chain && { payers: ownersOf(item, chain) })}
      confirm={t('chain.terms.change')}
      onClose={onClose}
    >
      <Switch
        label={t('chain.terms.forSale')}
        description={t(isForSale ? 'chain.terms.forSaleYes' : 'chain.terms.forSaleNo')}
        checked={isForSale}
        onChange={(event) => set({ isForSale: event.currentTarget.checked })}
      />
      {isForSale && (
        <>
          <TonField
            label={licenceLabel('listen', item.content_type)}
            typed={price}
            onChange={(value) => set({ price: value })}
            check={check}
            insist
            autoFocus
          />
          <Switch
            label={t('chain.terms.resale')}
            checked={allowResale}
            onChange={(event) => set({ allowResale: event.currentTarget.checked })}
          />
          {allowResale && (
            <TonField
              label={licenceLabel('resale', item.content_type)}
              typed={resalePrice}
              onChange={(value) => set({ resalePrice: value })}
              check={check}
            />
          )}
        </>
      )}
      <Text size="sm">{t('chain.terms.hold')}</Text>
    </OrderForm>
  );
}
