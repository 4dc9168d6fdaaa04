import { IconGift } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { LongList } from '../../ui/lists/long-list.tsx';
import { Note } from '../../ui/values/texts.ts';
import { ChainNotice, ChainOff, PracticeBanner, useChain, useIsChainUnknown } from '../chain/index.ts';
import { FoundQuestion } from './found-question.tsx';
import { GivenTable } from './given-table.tsx';
import { useLibrary } from './library-queries.ts';
import { LibraryTabs } from './library-tabs.tsx';

/** Lists the licences that were not ordered on this node and wait for a decision. */
export const GivenPage = () => <Undelivered shown="given" />;

/** Lists the licences that the owner declined. */
export const DeclinedPage = () => <Undelivered shown="declined" />;

function Undelivered({ shown }: { shown: 'given' | 'declined' }) {
  const state = useChain().data?.state;
  const licences = useLibrary(shown);
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
      <LibraryTabs isShown />
      {shown === 'given' && <FoundQuestion />}
      {licences.count !== 0 && <Note>{t(`library.${shown}.text`)}</Note>}
      <LongList
        list={licences}
        isQuiet={isChainUnknown}
        none={state !== 'starting' && state !== 'syncing' && <None shown={shown} />}
        loading={t('content.loading')}
      >
        <GivenTable licences={licences} shown={shown} />
      </LongList>
    </Page>
  );
}

function None({ shown }: { shown: 'given' | 'declined' }) {
  return (
    <EmptyCard
      icon={IconGift}
      title={t(`library.${shown}.noneTitle`)}
      description={t(`library.${shown}.none`)}
    />
  );
}
