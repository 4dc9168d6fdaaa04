import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { ChainNotice } from '../../components/chain/chain-notice.tsx';
import { ChainOff } from '../../components/chain/chain-off.tsx';
import { PracticeBanner } from '../../components/chain/practice-banner.tsx';
import { FoundCount } from '../../components/found-count.tsx';
import { LongList } from '../../components/long-list.tsx';
import { Page } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useChain, useIsChainUnknown, useMarket } from '../../lib/chain-queries.ts';
import { t } from '../../lib/language.ts';
import { countWords } from '../../lib/market-words.ts';
import { publishPath } from '../../lib/publish-path.ts';
import { NothingForSale, NothingFound } from './empty-states.tsx';
import { MarketFilters } from './market-filters.tsx';
import { MarketTable } from './market-table.tsx';
import { useMarketSearch } from './use-market-search.ts';

/** What authors sell. */
export function MarketPage() {
  const state = useChain().data?.state;
  if (state !== 'off') return <Market isWhole={state === 'ok' || state === 'unavailable'} />;
  return (
    <Page title={t('frame.pages.market')}>
      <ChainOff page="market" />
    </Page>
  );
}

/** @param isWhole whether all is known that the chain had when it was last seen */
function Market({ isWhole }: { isWhole: boolean }) {
  const { typed, chosen, search, isNarrowed, type, choose, clear } = useMarketSearch();
  const market = useMarket(search);
  const { count, total, isPlaceholder } = market;
  const isChainUnknown = useIsChainUnknown();
  const hasSome = count !== undefined && count > 0;

  return (
    <Page
      title={t('frame.pages.market')}
      note={hasSome && countWords(total)}
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
          <FoundCount words={hasSome && isNarrowed ? countWords(total) : ''} />
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
