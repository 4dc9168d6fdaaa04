import { Text } from '@mantine/core';
import { useState } from 'react';
import type { OwnedLicence } from '../../../../src/contract/dashboard-api/purchases.ts';
import { partOf } from '../../../../src/contract/revenue-split.ts';
import { maxPrice } from '../../../../src/contract/units.ts';
import { titleOf } from '../../../lib/format/file-kind.ts';
import { amountText, typableTon } from '../../../lib/format/ton.ts';
import { t } from '../../../lib/i18n/language.ts';
import { openDialog } from '../../../ui/dialogs/dialogs.ts';
import { readTon, TonField } from '../../../ui/forms/ton-field.tsx';
import { useChain } from '../../chain/index.ts';
import { shareLabel } from '../../licensing/index.ts';
import type { OrderPlan } from '../../orders/index.ts';
import { OrderForm } from '../../orders/index.ts';
import { holderOf } from './holder.ts';

interface DialogProps {
  licence: OwnedLicence;
  onClose(): void;
}

export function openOfferDialog(licence: OwnedLicence): void {
  openDialog({
    title: t('purchases.offer.title', { title: titleOf(licence.content) }),
    children: (close) => <OfferForm licence={licence} onClose={close} />,
  });
}

export function openCancelOfferDialog(licence: OwnedLicence): void {
  openDialog({
    title: t('purchases.cancelOffer.title', { title: titleOf(licence.content) }),
    children: (close) => <CancelOfferForm licence={licence} onClose={close} />,
  });
}

function OfferForm({ licence, onClose }: DialogProps) {
  const chain = useChain().data;
  const [typed, setTyped] = useState(() => (licence.offer === null ? '' : typableTon(licence.offer)));
  const min = BigInt(chain?.costs.least_price ?? 1);
  const check = (nano: bigint) =>
    nano < min
      ? t('purchases.offer.atLeast', { amount: amountText(min) })
      : nano > maxPrice
        ? t('purchases.offer.atMost', { amount: amountText(maxPrice) })
        : null;
  const price = readTon(typed, check);
  const plan: OrderPlan | null = price === null ? null : offerPlan(licence, price);
  return (
    <OrderForm
      plan={plan}
      payers={holderOf(licence)}
      confirm={t('purchases.offer.confirm')}
      onClose={onClose}
    >
      <Text size="sm">{t('purchases.offer.text')}</Text>
      <TonField
        label={t('purchases.offer.price')}
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
  return t('purchases.offer.shareOut', {
    rest: amountText(price - royalty),
    royalty: amountText(royalty),
    share: shareLabel(resaleShare),
  });
}

const offerPlan = (licence: OwnedLicence, price: bigint): OrderPlan => ({
  confirm: t('purchases.offer.confirmFor', { price: amountText(price) }),
  payments: [],
  done: t('purchases.offer.done', { price: amountText(price) }),
  request: requestOf(licence, price),
});

/** A price of 0 withdraws the offer. */
const requestOf =
  ({ licence_address: address }: OwnedLicence, price: bigint): OrderPlan['request'] =>
  (payer) => ({ kind: 'offer', pay_with: payer, licence_address: address, price: String(price) });

function CancelOfferForm({ licence, onClose }: DialogProps) {
  const confirm = t('purchases.cancelOffer.confirm');
  const plan = {
    confirm,
    payments: [],
    done: t('purchases.cancelOffer.done'),
    request: requestOf(licence, 0n),
  };
  return (
    <OrderForm plan={plan} payers={holderOf(licence)} confirm={confirm} onClose={onClose}>
      <Text size="sm">{t('purchases.cancelOffer.text')}</Text>
    </OrderForm>
  );
}
