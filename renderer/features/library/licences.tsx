import type { ReactNode } from 'react';
import type { OwnedLicence, ShownLicences } from '../../../src/contract/dashboard-api/purchases.ts';
import { t } from '../../lib/i18n/language.ts';
import { Page } from '../../ui/layout/page.tsx';
import { LongList } from '../../ui/lists/long-list.tsx';
import { LongTable } from '../../ui/lists/long-table.tsx';
import type { Column } from '../../ui/lists/table-head.tsx';
import { ChainNotice, ChainOff, PracticeBanner, useChain, useIsChainUnknown } from '../chain/index.ts';
import { FoundQuestion } from './found-question.tsx';
import { useLibrary } from './library-queries.ts';
import { LibraryTabs } from './library-tabs.tsx';

interface LicencesProps {
  shown: ShownLicences;
  /** Name of the list. */
  label: string;
  columns: readonly Column[];
  rowHeight: number;
  /** Shown above the list, with the number of its rows. */
  above(count: number | undefined): ReactNode;
  /** Shown instead of an empty list. */
  none: ReactNode;
  /** Renders the row of a licence. */
  children(licence: OwnedLicence, index: number): ReactNode;
}

/** Shows a list of licences, newest first, with everything around it. */
export function Licences({ shown, above, none, children, ...table }: LicencesProps) {
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
      <LibraryTabs isShown={shown !== 'kept'} />
      {shown !== 'declined' && <FoundQuestion />}
      {above(licences.count)}
      <LongList
        list={licences}
        isQuiet={isChainUnknown}
        none={state !== 'starting' && state !== 'syncing' && none}
        loading={t('content.loading')}
      >
        <LongTable list={licences} keyOf={(licence) => licence.licence_address} {...table}>
          {children}
        </LongTable>
      </LongList>
    </Page>
  );
}
