import { Button, Stack } from '@mantine/core';
import { IconBuildingStore, IconFileSearch } from '@tabler/icons-react';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { FoundCount } from '../../ui/lists/found-count.tsx';
import { LongGrid } from '../../ui/lists/long-grid.tsx';
import { LongList } from '../../ui/lists/long-list.tsx';
import { kindShapes, tileRatios } from '../../ui/media/tile-shape.ts';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { RateNote } from '../../ui/values/approximate.tsx';
import { ChainNotice, ChainOff, PracticeBanner, useChain, useIsChainUnknown } from '../chain/index.ts';
import { MarketFilters } from './market-filters.tsx';
import { countLabel } from './market-labels.ts';
import { useMarket } from './market-queries.ts';
import { MarketTile } from './tiles/market-tile.tsx';
import { StoreRows } from './tiles/store-rows.tsx';
import { useMarketSearch } from './use-market-search.ts';

export function MarketPage() {
  const state = useChain().data?.state;
  if (state !== 'off') return <Market isWhole={state === 'ok' || state === 'unavailable'} />;
  return (
    <Page title={t('frame.pages.store')}>
      <ChainOff page="market" />
    </Page>
  );
}

/** @param isWhole whether the indexer has read the chain to its end */
function Market({ isWhole }: { isWhole: boolean }) {
  const { typed, chosen, search, isNarrowed, type, choose, clear } = useMarketSearch();
  const market = useMarket(search);
  const { count, total, isPlaceholder } = market;
  const isChainUnknown = useIsChainUnknown();
  const shape = chosen.kind && kindShapes[chosen.kind];
  const hasSome = count !== undefined && count > 0;

  return (
    <Page
      title={t('frame.pages.store')}
      note={hasSome && countLabel(total)}
      actions={(hasSome || isNarrowed) && <LinkButton to={paths.sell}>{t('market.publish')}</LinkButton>}
    >
      <PracticeBanner />
      <ChainNotice withStore />
      {count === 0 && !isNarrowed ? (
        isWhole && <NothingForSale />
      ) : (
        <Stack gap="sm">
          <SearchField
            label={t('market.search')}
            value={typed.q}
            onChange={(q) => type({ q })}
            isSearching={isPlaceholder}
          />
          <RateNote />
          <FoundCount words={hasSome && isNarrowed ? countLabel(total) : ''} />
          <MarketFilters typed={typed} chosen={chosen} onType={type} onChoose={choose} />
          {!isNarrowed && search.sort === 'newest' && hasSome && <StoreRows total={total} />}
          <LongList
            list={market}
            isBare
            isQuiet={isChainUnknown}
            none={<NothingFound onClear={clear} />}
            loading={t('content.loading')}
          >
            <LongGrid
              list={market}
              label={t('market.list')}
              keyOf={keyOf}
              tileWidth={160}
              ratio={tileRatios[shape ?? 'square']}
            >
              {(item) => (
                <MarketTile
                  item={item}
                  backLabel={t('frame.pages.store')}
                  hasMixedShapes={shape === undefined}
                />
              )}
            </LongGrid>
          </LongList>
        </Stack>
      )}
    </Page>
  );
}

const keyOf = (item: MarketItem) => item.content_address;

function NothingForSale() {
  return (
    <EmptyCard
      icon={IconBuildingStore}
      title={t('market.nothing.title')}
      description={t('market.nothing.text')}
    >
      <LinkButton to={paths.sell} variant="filled">
        {t('market.nothing.choose')}
      </LinkButton>
    </EmptyCard>
  );
}

function NothingFound({ onClear }: { onClear(): void }) {
  return (
    <EmptyCard
      role="status"
      icon={IconFileSearch}
      title={t('market.nothing.found')}
      description={t('market.nothing.foundText')}
    >
      <Button variant="default" onClick={onClear}>
        {t('common.showAll')}
      </Button>
    </EmptyCard>
  );
}
