import { IconBooks } from '@tabler/icons-react';
import type { OrderKind } from '../../../src/contract/dashboard-api/orders.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { actionsColumn } from '../../ui/lists/table-head.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { OpenOrders } from '../orders/index.ts';
import { Licences } from './licences.tsx';
import { LibraryRow } from './rows/library-row.tsx';

const ofLicences: readonly OrderKind[] = ['purchase', 'buy_offer', 'offer', 'transfer'];

/** Lists the licences that the owner of this node bought; they can be resold here if their terms allow it. */
export function LibraryPage() {
  return (
    <Licences
      shown="kept"
      label={t('library.list')}
      rowHeight={55}
      columns={[
        { label: t('content.details.title') },
        { label: t('library.columns.bought'), visibleFrom: 'md', w: 180 },
        { label: t('library.columns.paid'), visibleFrom: 'md', w: 145, ta: 'end' },
        { label: t('library.columns.asked'), visibleFrom: 'md', w: 145, ta: 'end' },
        actionsColumn(52),
      ]}
      above={() => <OpenOrders meant={({ kind }) => ofLicences.includes(kind)} />}
      none={<NothingBought />}
    >
      {(licence, index) => <LibraryRow licence={licence} index={index} />}
    </Licences>
  );
}

function NothingBought() {
  return (
    <EmptyCard icon={IconBooks} title={t('library.nothing.title')} description={t('library.nothing.text')}>
      <LinkButton to={paths.store} variant="filled">
        {t('library.toStore')}
      </LinkButton>
    </EmptyCard>
  );
}
