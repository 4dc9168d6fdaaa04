import type { OwnedLicence } from '../../../src/contract/dashboard-api/purchases.ts';
import { t } from '../../lib/i18n/language.ts';
import { LongTable } from '../../ui/lists/long-table.tsx';
import { actionsColumn } from '../../ui/lists/table-head.tsx';
import type { LongList } from '../../ui/lists/virtual/use-long-list.ts';
import { LibraryRow } from './library-row.tsx';

/** Lists the licences of this node's owner, newest first. */
export function LibraryTable({ library }: { library: LongList<OwnedLicence> }) {
  return (
    <LongTable
      list={library}
      label={t('library.list')}
      keyOf={(licence) => licence.licence_address}
      rowHeight={55}
      columns={[
        { label: t('library.columns.title') },
        { label: t('library.columns.bought'), visibleFrom: 'md', w: 180 },
        { label: t('library.columns.paid'), visibleFrom: 'md', w: 145, ta: 'end' },
        { label: t('library.columns.asked'), visibleFrom: 'md', w: 145, ta: 'end' },
        actionsColumn(52),
      ]}
    >
      {(licence, index) => <LibraryRow licence={licence} index={index} />}
    </LongTable>
  );
}
