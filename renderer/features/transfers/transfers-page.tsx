import { Card } from '@mantine/core';
import { IconArrowsDownUp } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { Intro, Note } from '../../ui/values/texts.ts';
import { summariseTransfers, transferSummaryLabel } from './transfer-labels.ts';
import { useTransfers } from './transfer-queries.ts';
import { TransferRow } from './transfer-row.tsx';

/** Limit of rows; further transfers are only queued. */
const maxShown = 100;

export function TransfersPage() {
  const query = useTransfers();
  const { data: transfers } = query;
  const hidden = (transfers?.length ?? 0) - maxShown;
  return (
    <Page
      title={t('transfers.title')}
      note={transfers && transfers.length > 0 && transferSummaryLabel(summariseTransfers(transfers))}
    >
      <Intro>{t('transfers.text')}</Intro>
      {transfers?.length === 0 && <NothingUnderWay />}
      {transfers && transfers.length > 0 && (
        <Card>
          <BareList gap="lg" aria-label={t('transfers.title')}>
            {transfers.slice(0, maxShown).map((transfer) => (
              <TransferRow key={transfer.id} transfer={transfer} />
            ))}
          </BareList>
          {hidden > 0 && <Note mt="lg">{t('transfers.more', { count: hidden })}</Note>}
        </Card>
      )}
      <QueryState query={query} height={160} loadingLabel={t('transfers.loading')} />
    </Page>
  );
}

function NothingUnderWay() {
  return (
    <EmptyCard
      icon={IconArrowsDownUp}
      title={t('transfers.nothing.title')}
      description={t('transfers.nothing.text')}
    >
      <LinkButton to={paths.free}>{t('transfers.nothing.look')}</LinkButton>
    </EmptyCard>
  );
}
