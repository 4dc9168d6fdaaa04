import { Stack } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { useParams } from 'react-router';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { toCallError } from '../../lib/api/call-error.ts';
import { titleOf } from '../../lib/format/file-kind.ts';
import { t } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { BackLink } from '../../ui/navigation/back-link.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { ChainNotice, PracticeBanner, useIsChainUnknown } from '../chain/index.ts';
import { ShareForBuyers } from '../sharing/index.ts';
import { AboutCard } from './about-card.tsx';
import { BuyCard } from './buy-card.tsx';
import classes from './item-page.module.css';
import { useMarketItem } from './market-queries.ts';
import { OffersCard } from './offers-card.tsx';
import { PreviewCard } from './preview-card.tsx';

/** Shows an item of the market: preview, price, and the licences that the user has. */
export function ItemPage() {
  const { address = '' } = useParams();
  const { data: item, error, refetch } = useMarketItem(address);
  const isChainUnknown = useIsChainUnknown();
  const isUnknown = !item && error !== null && toCallError(error).code === 'content_not_found';
  return (
    <>
      <BackLink to="/market" label={t('frame.pages.market')} />
      <Page title={item ? titleOf(item) : t(isUnknown ? 'market.item.notFound' : 'market.item.title')}>
        <PracticeBanner />
        <ChainNotice />
        {item && <Item item={item} />}
        {isUnknown && <Unknown />}
        {error && !isUnknown && !isChainUnknown && (
          <ProblemAlert error={error} onRetry={() => void refetch()} />
        )}
        {!item && !error && <Loading height={280} label={t('market.item.loading')} />}
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
    <EmptyCard
      icon={IconFileSearch}
      title={t('market.item.unknown')}
      description={t('market.item.unknownText')}
    >
      <LinkButton to="/market">{t('market.item.toMarket')}</LinkButton>
    </EmptyCard>
  );
}
