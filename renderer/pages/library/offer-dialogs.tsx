import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { OwnedLicence } from '../../../src/contract/local-chain.ts';
import { OrderForm } from '../../components/chain/order-form.tsx';
import type { OrderPlan } from '../../components/chain/order-plan.ts';
import { readTon, TonField } from '../../components/chain/ton-field.tsx';
import { useChain } from '../../lib/chain-queries.ts';
import { openDialog } from '../../lib/dialogs.ts';
import { partOf, shareWords } from '../../lib/licence-words.ts';
import { itemTitle } from '../../lib/market-words.ts';
import { tonWords, typableTon } from '../../lib/ton.ts';
import { holderOf } from './holder.ts';

interface DialogProps {
  licence: OwnedLicence;
  onClose(): void;
}

/** Asks for how much a licence is to be offered. */
export function openOfferDialog(licence: OwnedLicence): void {
  const id = openDialog({
    title: `Offer for sale: ${itemTitle(licence.content)}`,
    children: <OfferForm licence={licence} onClose={() => modals.close(id)} />,
  });
}

/** Asks whether a licence is not to be offered any more. */
export function openTakeBackDialog(licence: OwnedLicence): void {
  const id = openDialog({
    title: `Take the offer back: ${itemTitle(licence.content)}`,
    children: <TakeBackForm licence={licence} onClose={() => modals.close(id)} />,
  });
}

/** The chain takes none that is larger. */
const mostPrice = 2n ** 63n - 1n;

function OfferForm({ licence, onClose }: DialogProps) {
  const chain = useChain().data;
  const [typed, setTyped] = useState(() => (licence.offer === null ? '' : typableTon(licence.offer)));
  const least = BigInt(chain?.costs.least_price ?? 1);
  const check = (nano: bigint) =>
    nano < least ? `At least ${tonWords(least)}` : nano > mostPrice ? `At most ${tonWords(mostPrice)}` : null;
  const price = readTon(typed, check);
  const plan: OrderPlan | null = price === null ? null : offerPlan(licence, price);
  return (
    <OrderForm plan={plan} payers={holderOf(licence)} confirm="Offer" onClose={onClose}>
      <Text size="sm">
        Everyone who looks at it in the market sees your offer. Whoever buys it gets your licence, and you can
        no longer use it. Until then it is yours, and you may take the offer back.
      </Text>
      <TonField
        label="Price"
        description={chain && price !== null && shareOut(price, chain.costs.resale_share)}
        typed={typed}
        onChange={setTyped}
        check={check}
        autoFocus
      />
    </OrderForm>
  );
}

function shareOut(price: bigint, resaleShare: number): string {
  const royalty = partOf(price, resaleShare);
  return `When it is sold, you get ${tonWords(price - royalty)}; ${tonWords(royalty)} (${shareWords(resaleShare)}) goes to the authors.`;
}

function offerPlan(licence: OwnedLicence, price: bigint): OrderPlan {
  return {
    confirm: `Offer for ${tonWords(price)}`,
    payments: [],
    done: `It is offered for ${tonWords(price)}.`,
    request: (payer) => ({
      kind: 'offer',
      pay_with: payer,
      licence_address: licence.licence_address,
      price: String(price),
    }),
  };
}

function TakeBackForm({ licence, onClose }: DialogProps) {
  const plan: OrderPlan = {
    confirm: 'Take back',
    payments: [],
    done: 'It is no longer offered.',
    request: (payer) => ({
      kind: 'offer',
      pay_with: payer,
      licence_address: licence.licence_address,
      price: '0',
    }),
  };
  return (
    <OrderForm plan={plan} payers={holderOf(licence)} confirm="Take back" onClose={onClose}>
      <Text size="sm">
        Nobody can buy it then. Should someone buy it before the chain has heard of this, the sale holds, and
        you are paid.
      </Text>
    </OrderForm>
  );
}
