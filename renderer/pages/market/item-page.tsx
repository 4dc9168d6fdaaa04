import { Button, Card, EmptyState, Skeleton, Stack } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import type { MarketItem } from '../../../src/contract/local-chain.ts';
import { BackLink } from '../../components/back-link.tsx';
import { ChainNotice } from '../../components/chain/chain-notice.tsx';
import { PracticeBanner } from '../../components/chain/practice-banner.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { useIsChainUnknown, useMarketItem } from '../../lib/chain-queries.ts';
import { itemTitle } from '../../lib/market-words.ts';
import { toCallError } from '../../lib/problem.ts';
import { ShareForBuyers } from '../sharing/share-for-buyers.tsx';
import { AboutCard } from './about-card.tsx';
import { BuyCard } from './buy-card.tsx';
import classes from './item-page.module.css';
import { OffersCard } from './offers-card.tsx';
import { PreviewCard } from './preview-card.tsx';

/** One content of the market: what it is, what it costs, and what one has of it. */
export function ItemPage() {
  const { address = '' } = useParams();
  const { data: item, error, refetch } = useMarketItem(address);
  const isChainUnknown = useIsChainUnknown();
  const isUnknown = !item && error !== null && toCallError(error).code === 'content_not_found';
  return (
    <>
      <BackLink to="/market" label="Market" />
      <Page title={item ? itemTitle(item) : isUnknown ? 'Not found' : 'Content'}>
        <PracticeBanner />
        <ChainNotice />
        {item && <Item item={item} />}
        {isUnknown && <Unknown />}
        {error && !isUnknown && !isChainUnknown && (
          <ProblemAlert error={error} onRetry={() => void refetch()} />
        )}
        {!item && !error && (
          <Skeleton height={280} role="status" aria-busy="true" aria-label="Loading the content" />
        )}
      </Page>
    </>
  );
}

function Item({ item }: { item: MarketItem }) {
  return (
    <div className={classes.item}>
      <div className={classes.preview}>
        <PreviewCard item={item} />
      </div>
      <Stack className={classes.buy ?? ''} gap="lg">
        {item.mine && item.content_id !== null && <ShareForBuyers contentId={item.content_id} />}
        <BuyCard item={item} />
        <OffersCard item={item} />
      </Stack>
      <div className={classes.about}>
        <AboutCard item={item} />
      </div>
    </div>
  );
}

function Unknown() {
  return (
    <Card>
      <EmptyState
        py="xl"
        icon={<IconFileSearch stroke={1.4} aria-hidden />}
        title="Your node knows of no such content"
        description="The link may be wrong or belong to another network, or your node has not read it from the chain yet."
      >
        <EmptyState.Actions>
          <Button component={Link} to="/market" variant="default">
            To the market
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}
