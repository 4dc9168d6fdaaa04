import { Switch, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { MarketItem } from '../../../../src/contract/local-chain.ts';
import { useChain } from '../../../lib/chain-queries.ts';
import { openDialog } from '../../../lib/dialogs.ts';
import { licenceWords } from '../../../lib/licence-words.ts';
import { OrderForm } from '../order-form.tsx';
import { TonField } from '../ton-field.tsx';
import { ownersOf, priceProblem, type TypedTerms, termsOf, termsPlan } from './terms.ts';

/** Changes the prices of one's own content, or whether it is sold at all. */
export function openTermsDialog(item: MarketItem): void {
  const modalId = openDialog({
    title: `How “${item.title}” is sold`,
    size: 'lg',
    children: <TermsForm item={item} onClose={() => modals.close(modalId)} />,
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
      confirm="Change"
      onClose={onClose}
    >
      <Switch
        label="For sale"
        description={
          isForSale
            ? 'Everybody can buy it on these terms.'
            : 'Nobody can buy it. Licences that were bought stay good, and you can sell it again at any time.'
        }
        checked={isForSale}
        onChange={(event) => set({ isForSale: event.currentTarget.checked })}
      />
      {isForSale && (
        <>
          <TonField
            label={licenceWords('listen', item.content_type)}
            typed={price}
            onChange={(value) => set({ price: value })}
            check={check}
            insist
            autoFocus
          />
          <Switch
            label="Sell licences that can be sold on, too"
            checked={allowResale}
            onChange={(event) => set({ allowResale: event.currentTarget.checked })}
          />
          {allowResale && (
            <TonField
              label={licenceWords('resale', item.content_type)}
              typed={resalePrice}
              onChange={(value) => set({ resalePrice: value })}
              check={check}
            />
          )}
        </>
      )}
      <Text size="sm">
        It holds for whoever buys from then on. A purchase that is under way at a lower price may be refused,
        and its money goes back.
      </Text>
    </OrderForm>
  );
}
