import { Alert, Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { LicenceKind } from '../../../src/contract/common.ts';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { titleOf } from '../../lib/format/file-kind.ts';
import { priceLabel } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { useChain } from '../chain/index.ts';
import { licenceLabel, resaleSplit, splitOf } from '../licensing/index.ts';
import type { OrderPlan } from '../orders/index.ts';
import { OrderForm } from '../orders/index.ts';
import { useMarketItem } from './market-queries.ts';

type Offer = MarketItem['offers'][number];

/** Opens a dialog that buys a licence from the author. */
export function openPurchase(item: MarketItem, kind: LicenceKind): void {
  openDialog({
    title: t('market.buy.title', { title: titleOf(item) }),
    children: (close) => <Purchase opened={item} kind={kind} onClose={close} />,
  });
}

/** Opens a dialog that buys a licence from its holder. */
export function openOfferPurchase(item: MarketItem, offer: Offer): void {
  openDialog({
    title: t('market.buy.title', { title: titleOf(item) }),
    children: (close) => <OfferPurchase item={item} opened={offer} onClose={close} />,
  });
}

interface PurchaseProps {
  /** The item as it was when the dialog opened. */
  opened: MarketItem;
  kind: LicenceKind;
  onClose(): void;
}

function Purchase({ opened, kind, onClose }: PurchaseProps) {
  const item = useMarketItem(opened.content_address).data ?? opened;
  const chain = useChain().data;
  const price = kind === 'listen' ? item.price : item.resale_price;
  const isForSale = !item.withdrawn && (kind === 'listen' || item.allow_resale);
  const { isNew, accept, seen } = useSeenPrice(price);
  const words = licenceLabel(kind, item.content_type);
  const plan: OrderPlan | null =
    chain && isForSale && !isNew
      ? {
          confirm: t('market.buy.confirmFor', { price: priceLabel(price) }),
          payments: splitOf(item, price, chain.wallets),
          done: t('market.buy.done', { licence: words }),
          request: (payer) => ({
            kind: 'purchase',
            pay_with: payer,
            content_address: item.content_address,
            licence: kind,
            price: String(price),
          }),
        }
      : null;
  return (
    <BuyForm plan={plan} onClose={onClose}>
      {isForSale ? (
        <Text size="sm">{t(`market.buy.fromAuthor.${kind}`, { licence: words })}</Text>
      ) : (
        <NotForSale what="sale" />
      )}
      {isForSale && isNew && <NewPrice was={seen} is={price} onAccept={accept} />}
    </BuyForm>
  );
}

interface OfferPurchaseProps {
  item: MarketItem;
  opened: Offer;
  onClose(): void;
}

function OfferPurchase({ item, opened, onClose }: OfferPurchaseProps) {
  const known = useMarketItem(item.content_address).data;
  const chain = useChain().data;
  const offer = known
    ? known.offers.find(({ licence_address: address }) => address === opened.licence_address)
    : opened;
  const price = offer?.price ?? opened.price;
  const { isNew, accept, seen } = useSeenPrice(price);
  const plan: OrderPlan | null =
    chain && offer && !isNew
      ? {
          confirm: t('market.buy.confirmFor', { price: priceLabel(price) }),
          payments: resaleSplit(offer.owner, price, chain.costs.resale_share, chain.wallets),
          done: t('market.buy.done', { licence: t('chain.licence.resale') }),
          request: (payer) => ({
            kind: 'buy_offer',
            pay_with: payer,
            licence_address: offer.licence_address,
            price,
          }),
        }
      : null;
  return (
    <BuyForm plan={plan} onClose={onClose}>
      {offer ? <Text size="sm">{t('market.buy.fromOwner')}</Text> : <NotForSale what="offer" />}
      {isNew && <NewPrice was={seen} is={price} onAccept={accept} />}
    </BuyForm>
  );
}

function NotForSale({ what }: { what: 'sale' | 'offer' }) {
  return (
    <Alert color="yellow" role="status" title={t(`market.buy.noLonger.${what}.title`)}>
      {t(`market.buy.noLonger.${what}.text`)}
    </Alert>
  );
}

/** Returns the price that was displayed first, because the user must not pay a price that changed unnoticed. */
function useSeenPrice(price: string) {
  const [seen, setSeen] = useState(price);
  return { seen, isNew: seen !== price, accept: () => setSeen(price) };
}

function NewPrice({ was, is, onAccept }: { was: string; is: string; onAccept(): void }) {
  return (
    <Alert color="yellow" role="status" title={t('market.buy.newPrice.title', { price: priceLabel(is) })}>
      <Text size="sm">{t('market.buy.newPrice.text', { price: priceLabel(was) })}</Text>
      <Button size="xs" variant="default" mt="xs" onClick={onAccept}>
        {t('market.buy.newPrice.accept')}
      </Button>
    </Alert>
  );
}

interface BuyFormProps {
  plan: OrderPlan | null;
  onClose(): void;
  children: ReactNode;
}

function BuyForm({ plan, onClose, children }: BuyFormProps) {
  const toLibrary = (
    <LinkButton to={paths.bought} onClick={onClose} variant="filled">
      {t('market.buy.toLibrary')}
    </LinkButton>
  );
  return (
    <OrderForm plan={plan} confirm={t('market.offers.buy')} onClose={onClose} next={toLibrary}>
      {children}
    </OrderForm>
  );
}
