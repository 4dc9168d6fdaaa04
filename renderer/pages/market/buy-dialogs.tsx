import { Alert, Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { Link } from 'react-router';
import type { LicenceKind, MarketItem } from '../../../src/contract/local-chain.ts';
import { OrderForm } from '../../components/chain/order-form.tsx';
import type { OrderPlan } from '../../components/chain/order-plan.ts';
import { useChain, useMarketItem } from '../../lib/chain-queries.ts';
import { openDialog } from '../../lib/dialogs.ts';
import { licenceWords } from '../../lib/licence-words.ts';
import { itemTitle } from '../../lib/market-words.ts';
import { resaleSplit, splitOf } from '../../lib/money-split.ts';
import { priceWords } from '../../lib/ton.ts';

type Offer = MarketItem['offers'][number];

/** Asks whether to buy a licence from the author. */
export function openPurchase(item: MarketItem, kind: LicenceKind): void {
  const id = openDialog({
    title: `Buy: ${itemTitle(item)}`,
    children: <Purchase opened={item} kind={kind} onClose={() => modals.close(id)} />,
  });
}

/** Asks whether to buy a licence from who has it. */
export function openOfferPurchase(item: MarketItem, offer: Offer): void {
  const id = openDialog({
    title: `Buy: ${itemTitle(item)}`,
    children: <OfferPurchase item={item} opened={offer} onClose={() => modals.close(id)} />,
  });
}

interface PurchaseProps {
  /** As it was when the dialog opened. */
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
  const words = licenceWords(kind, item.content_type);
  const plan: OrderPlan | null =
    chain && isForSale && !isNew
      ? {
          confirm: `Buy for ${priceWords(price)}`,
          payments: splitOf(item, price, chain.wallets),
          done: `${words}: it is yours.`,
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
    <OrderForm plan={plan} confirm="Buy" onClose={onClose} next={<ToLibrary onClose={onClose} />}>
      {isForSale ? (
        <Text size="sm">
          {words}, bought from the author.{' '}
          {kind === 'resale'
            ? 'You may sell it on or give it away later.'
            : 'It stays with your wallet and cannot be passed on.'}
        </Text>
      ) : (
        <NotForSale title="It is no longer for sale">The author has just changed that.</NotForSale>
      )}
      {isForSale && isNew && <NewPrice was={seen} is={price} onAccept={accept} />}
    </OrderForm>
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
          confirm: `Buy for ${priceWords(price)}`,
          payments: resaleSplit(offer.owner, price, chain.costs.resale_share, chain.wallets),
          done: 'Licence to resell: it is yours.',
          request: (payer) => ({
            kind: 'buy_offer',
            pay_with: payer,
            licence_address: offer.licence_address,
            price,
          }),
        }
      : null;
  return (
    <OrderForm plan={plan} confirm="Buy" onClose={onClose} next={<ToLibrary onClose={onClose} />}>
      {offer ? (
        <Text size="sm">
          A licence to resell, bought from who has it. You may sell it on or give it away later.
        </Text>
      ) : (
        <NotForSale title="It is no longer offered">
          Its owner has sold it or taken the offer back.
        </NotForSale>
      )}
      {isNew && <NewPrice was={seen} is={price} onAccept={accept} />}
    </OrderForm>
  );
}

function NotForSale({ title, children }: { title: string; children: string }) {
  return (
    <Alert color="yellow" role="status" title={title}>
      {children} Nothing was paid.
    </Alert>
  );
}

/** Nobody pays a price that they have not seen: while the dialog is open, it may change on the chain. */
function useSeenPrice(price: string) {
  const [seen, setSeen] = useState(price);
  return { seen, isNew: seen !== price, accept: () => setSeen(price) };
}

function NewPrice({ was, is, onAccept }: { was: string; is: string; onAccept(): void }) {
  return (
    <Alert color="yellow" role="status" title={`It costs ${priceWords(is)} now`}>
      <Text size="sm">The price was {priceWords(was)} when you opened this, and has just been changed.</Text>
      <Button size="xs" variant="default" mt="xs" onClick={onAccept}>
        Go on with the new price
      </Button>
    </Alert>
  );
}

function ToLibrary({ onClose }: { onClose(): void }) {
  return (
    <Button component={Link} to="/library" onClick={onClose}>
      To the library
    </Button>
  );
}
