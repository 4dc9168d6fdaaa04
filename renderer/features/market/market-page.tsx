import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { publishPath } from '../../lib/paths.ts';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { FoundCount } from '../../ui/lists/found-count.tsx';
import { LongList } from '../../ui/lists/long-list.tsx';
import { ChainNotice, ChainOff, PracticeBanner, useChain, useIsChainUnknown } from '../chain/index.ts';
import { NothingForSale, NothingFound } from './empty-states.tsx';
import { MarketFilters } from './market-filters.tsx';
import { countLabel } from './market-labels.ts';
import { useMarket } from './market-queries.ts';
import { MarketTable } from './market-table.tsx';
import { useMarketSearch } from './use-market-search.ts';

/** Lists the items for sale. */
export function MarketPage() {
  const state = useChain().data?.state;
  if (state !== 'off') return <Market isWhole={state === 'ok' || state === 'unavailable'} />;
  return (
    <Page title={t('frame.pages.market')}>
      <ChainOff page="market" />
    </Page>
  );
}

/** @param isWhole whether the indexer has processed the whole chain */
function Market({ isWhole }: { isWhole: boolean }) {
  const { typed, chosen, search, isNarrowed, type, choose, clear } = useMarketSearch();
  const market = useMarket(search);
  const { count, total, isPlaceholder } = market;
  const isChainUnknown = useIsChainUnknown();
  const hasSome = count !== undefined && count > 0;

  return (
    <Page
      title={t('frame.pages.market')}
      note={hasSome && countLabel(total)}
      actions={
        (hasSome || isNarrowed) && (
          <Button component={Link} to={publishPath} variant="default">
            {t('market.publish')}
          </Button>
        )
      }
    >
      <PracticeBanner />
      <ChainNotice />
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
          <FoundCount words={hasSome && isNarrowed ? countLabel(total) : ''} />
          <MarketFilters typed={typed} chosen={chosen} onType={type} onChoose={choose} />
          <LongList
            list={market}
            isQuiet={isChainUnknown}
            none={<NothingFound onClear={clear} />}
            loading={t('content.loading')}
          >
            <MarketTable market={market} />
          </LongList>
        </Stack>
      )}
    </Page>
  );
}
