import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { OwnedLicence, ShownLicences } from '../../../src/contract/dashboard-api/purchases.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { LongList } from '../../ui/lists/long-list.tsx';
import { LongTable } from '../../ui/lists/long-table.tsx';
import type { Column } from '../../ui/lists/table-head.tsx';
import { PageTabs } from '../../ui/navigation/page-tabs.tsx';
import { ChainNotice, ChainOff, PracticeBanner, useChain, useIsChainUnknown } from '../chain/index.ts';
import { useAnswerFound, usePurchaseCounts, usePurchases } from './purchase-queries.ts';

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

/** Shows a list of licences, newest first, with the tabs and the question above it. */
export function Licences({ shown, above, none, children, ...table }: LicencesProps) {
  const state = useChain().data?.state;
  const licences = usePurchases(shown);
  const isChainUnknown = useIsChainUnknown();
  if (state === 'off') {
    return (
      <Page title={t('frame.pages.bought')}>
        <ChainOff page="purchases" />
      </Page>
    );
  }
  return (
    <Page title={t('frame.pages.bought')}>
      <PracticeBanner />
      <ChainNotice />
      <PurchaseTabs isShown={shown !== 'kept'} />
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

/** Shows the lists of licences as tabs; nothing if there is only one list. */
function PurchaseTabs({ isShown = false }: { isShown?: boolean }) {
  const { data } = usePurchaseCounts();
  const { given = 0, declined = 0 } = data ?? {};
  if (!isShown && given + declined === 0) return null;
  return (
    <PageTabs
      label={t('purchases.tabs.label')}
      tabs={[
        { path: paths.bought, label: t('purchases.list') },
        { path: paths.given, label: t('purchases.tabs.given', { n: given }) },
        { path: paths.declined, label: t('purchases.tabs.declined', { n: declined }) },
      ]}
    />
  );
}

/** Asks once about the licences that existed when the node first read the chain; nothing if there were none. */
function FoundQuestion() {
  const { data } = usePurchaseCounts();
  const { mutate, isPending, variables } = useAnswerFound();
  const count = data?.found ?? 0;
  if (count === 0) return null;
  return (
    <Alert role="region" icon={<IconBooks aria-hidden />} title={t('purchases.found.title', { count })}>
      <Stack gap="sm">
        <Text size="sm">{t('purchases.found.text')}</Text>
        <Group gap="xs">
          <Button
            size="compact-sm"
            loading={isPending && variables === 'deliver_all'}
            onClick={() => mutate('deliver_all', { onError: notifyProblem })}
          >
            {t('purchases.found.all')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={isPending && variables === 'decide_each'}
            onClick={() => mutate('decide_each', { onError: notifyProblem })}
          >
            {t('purchases.found.each')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
