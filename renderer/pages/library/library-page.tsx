import { Button, Card, EmptyState } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OrderKind } from '../../../src/contract/local-chain.ts';
import { ChainNotice } from '../../components/chain/chain-notice.tsx';
import { ChainOff } from '../../components/chain/chain-off.tsx';
import { OpenOrders } from '../../components/chain/open-orders.tsx';
import { PracticeBanner } from '../../components/chain/practice-banner.tsx';
import { LongList } from '../../components/long-list.tsx';
import { Page } from '../../components/page.tsx';
import { useChain, useIsChainUnknown, useLibrary } from '../../lib/chain-queries.ts';
import { t } from '../../lib/language.ts';
import { FoundQuestion } from './found-question.tsx';
import { LibraryTable } from './library-table.tsx';
import { LibraryTabs } from './library-tabs.tsx';

const ofLicences: readonly OrderKind[] = ['purchase', 'buy_offer', 'offer', 'transfer'];

/** What the owner of this node has bought, and may sell on. */
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
    <Card>
      <EmptyState
        icon={<IconBooks stroke={1.4} aria-hidden />}
        title={t('library.nothing.title')}
        description={t('library.nothing.text')}
      >
        <EmptyState.Actions>
          <Button component={Link} to="/market">
            {t('library.nothing.toMarket')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}
