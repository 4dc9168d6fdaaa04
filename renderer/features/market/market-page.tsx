import { Button, Stack } from '@mantine/core';
import { IconBuildingStore, IconFileSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { FoundCount } from '../../ui/lists/found-count.tsx';
import { LongList } from '../../ui/lists/long-list.tsx';
import { LongTable } from '../../ui/lists/long-table.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { decimalsOf } from '../../ui/values/money.tsx';
import { ChainNotice, ChainOff, PracticeBanner, useChain, useIsChainUnknown } from '../chain/index.ts';
import { MarketFilters } from './market-filters.tsx';
import { countLabel } from './market-labels.ts';
import { useMarket } from './market-queries.ts';
import { MarketRow } from './market-row.tsx';
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

/** @param isWhole whether the indexer has processed the whole chain */
function Market({ isWhole }: { isWhole: boolean }) {
  const { typed, chosen, search, isNarrowed, type, choose, clear } = useMarketSearch();
  const market = useMarket(search);
  const { count, total, isPlaceholder } = market;
  const isChainUnknown = useIsChainUnknown();
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

/** Prices with more decimals are rare and need not align. */
const maxDecimals = 3;

function MarketTable({ market }: { market: ReturnType<typeof useMarket> }) {
  const { first } = market;
  const decimals = useMemo(
    () =>
      decimalsOf(
        first.map(({ price }) => price),
        maxDecimals,
      ),
    [first],
  );
  return (
    <LongTable
      list={market}
      label={t('market.list')}
      keyOf={(item) => item.content_address}
      rowHeight={55}
      columns={[
        { label: t('content.details.title') },
        { label: t('content.columns.type'), visibleFrom: 'lg', w: 110 },
        { label: t('market.columns.since'), visibleFrom: 'md', w: 205 },
        { label: t('market.columns.price'), w: 145, ta: 'end' },
      ]}
    >
      {(item, index) => <MarketRow item={item} index={index} decimals={decimals} />}
    </LongTable>
  );
}

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
