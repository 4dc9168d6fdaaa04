import { Button } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OrderKind } from '../../../src/contract/dashboard-api/orders.ts';
import { t } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { LongList } from '../../ui/lists/long-list.tsx';
import { ChainNotice, ChainOff, PracticeBanner, useChain, useIsChainUnknown } from '../chain/index.ts';
import { OpenOrders } from '../orders/index.ts';
import { FoundQuestion } from './found-question.tsx';
import { useLibrary } from './library-queries.ts';
import { LibraryTable } from './library-table.tsx';
import { LibraryTabs } from './library-tabs.tsx';

const ofLicences: readonly OrderKind[] = ['purchase', 'buy_offer', 'offer', 'transfer'];

/** Lists the licences that the owner of this node bought and may resell. */
export function LibraryPage() {
  const state = useChain().data?.state;
  const library = useLibrary('kept');
  const isChainUnknown = useIsChainUnknown();
  if (state === 'off') {
    return (
      <Page title={t('frame.pages.library')}>
        <ChainOff page="library" />
      </Page>
    );
  }
  return (
    <Page title={t('frame.pages.library')}>
      <PracticeBanner />
      <ChainNotice />
      <LibraryTabs />
      <FoundQuestion />
      <OpenOrders meant={({ kind }) => ofLicences.includes(kind)} />
      <LongList
        list={library}
        isQuiet={isChainUnknown}
        none={state !== 'starting' && state !== 'syncing' && <NothingBought />}
        loading={t('content.loading')}
      >
        <LibraryTable library={library} />
      </LongList>
    </Page>
  );
}

function NothingBought() {
  return (
    <EmptyCard icon={IconBooks} title={t('library.nothing.title')} description={t('library.nothing.text')}>
      <Button component={Link} to="/market">
        {t('library.nothing.toMarket')}
      </Button>
    </EmptyCard>
  );
}
