import { Alert, Anchor, Button, List, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { LicenceKind, MarketItem } from '../../../src/contract/local-chain.ts';
import { OpenOrders } from '../../components/chain/open-orders.tsx';
import { openTermsDialog } from '../../components/chain/terms/terms-dialog.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useChain } from '../../lib/chain-queries.ts';
import { licenceWords, termsWords } from '../../lib/licence-words.ts';
import { priceWords } from '../../lib/ton.ts';
import classes from './buy-card.module.css';
import { openPurchase } from './buy-dialogs.tsx';
import { SharesList } from './shares-list.tsx';

/** What may be bought of a content, for how much, and what one has of it. */
export function BuyCard({ item }: { item: MarketItem }) {
  const chain = useChain().data;
  const { mine, withdrawn, licences } = item;
  return (
    <SectionCard title={mine ? 'Your terms' : 'Licences'}>
      {licences.length > 0 && <Owned item={item} />}
      <OpenOrders meant={(order) => order.content_address === item.content_address} isPlain />
      {withdrawn && (
        <Text size="sm">
          {mine ? 'You have' : 'The author has'} withdrawn it: no licences are sold any more. Those that were
          bought stay good.
        </Text>
      )}
      {!withdrawn && !mine && <BuyButtons item={item} />}
      {!withdrawn && chain && (
        <List size="sm" spacing={6}>
          {termsWords(item, chain.costs.resale_share).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      )}
      {mine && (
        <Button variant="default" onClick={() => openTermsDialog(item)}>
          Change how it is sold…
        </Button>
      )}
      {chain && item.royalties.length > 0 && <SharesList item={item} wallets={chain.wallets} />}
    </SectionCard>
  );
}

function Owned({ item: { licences, content_type: type } }: { item: MarketItem }) {
  return (
    <Alert color="green" py="xs" icon={<IconCheck aria-hidden />} title="Yours">
      {licences.map((kind) => licenceWords(kind, type)).join(', ')}.{' '}
      <Anchor component={Link} to="/library" size="sm">
        To the library
      </Anchor>
    </Alert>
  );
}

/** What is still to be had: who may resell may listen, too. */
function BuyButtons({ item }: { item: MarketItem }) {
  const { licences, allow_resale: allowResale } = item;
  if (licences.includes('resale')) return null;
  const kinds: LicenceKind[] = [
    ...(licences.includes('listen') ? [] : (['listen'] as const)),
    ...(allowResale ? (['resale'] as const) : []),
  ];
  return (
    <Stack gap="xs">
      {kinds.map((kind, index) => (
        <Button
          key={kind}
          fullWidth
          justify="space-between"
          className={classes.choice ?? ''}
          variant={index === 0 ? 'filled' : 'default'}
          rightSection={priceWords(kind === 'listen' ? item.price : item.resale_price)}
          onClick={() => openPurchase(item, kind)}
        >
          Buy a {licenceWords(kind, item.content_type).toLowerCase()}
        </Button>
      ))}
    </Stack>
  );
}
