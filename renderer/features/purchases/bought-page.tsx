import { IconBooks } from '@tabler/icons-react';
import type { OrderKind } from '../../../src/contract/dashboard-api/orders.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { actionsColumn } from '../../ui/lists/table-head.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { OpenOrders } from '../orders/index.ts';
import { Licences } from './licences.tsx';
import { BoughtRow } from './rows/bought-row.tsx';

const ofLicences: readonly OrderKind[] = ['purchase', 'buy_offer', 'offer', 'transfer'];

/** Lists the licences that the owner of this node bought; they can be resold here if their terms allow it. */
export function BoughtPage() {
  return (
    <Licences
      shown="kept"
      label={t('purchases.list')}
      rowHeight={55}
      columns={[
        { label: t('content.details.title') },
        { label: t('purchases.columns.bought'), visibleFrom: 'md', w: 180 },
        { label: t('purchases.columns.paid'), visibleFrom: 'md', w: 145, ta: 'end' },
        { label: t('purchases.columns.asked'), visibleFrom: 'md', w: 190, ta: 'end' },
        actionsColumn(52),
      ]}
      above={() => <OpenOrders matches={({ kind }) => ofLicences.includes(kind)} />}
      none={<NothingBought />}
    >
      {(licence, index) => <BoughtRow licence={licence} index={index} />}
    </Licences>
  );
}

function NothingBought() {
  return (
    <EmptyCard
      icon={IconBooks}
      title={t('purchases.nothing.title')}
      description={t('purchases.nothing.text')}
    >
      <LinkButton to={paths.store} variant="filled">
        {t('purchases.toStore')}
      </LinkButton>
    </EmptyCard>
  );
}
