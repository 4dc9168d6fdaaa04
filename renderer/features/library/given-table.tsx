import type { OwnedLicence } from '../../../src/contract/dashboard-api/purchases.ts';
import { t } from '../../lib/i18n/language.ts';
import { LongTable } from '../../ui/lists/long-table.tsx';
import type { LongList } from '../../ui/lists/virtual/use-long-list.ts';
import { GivenRow } from './given-row.tsx';

interface GivenTableProps {
  licences: LongList<OwnedLicence>;
  shown: 'given' | 'declined';
}

/** Lists the licences that are not in the library, newest first. */
export function GivenTable({ licences, shown }: GivenTableProps) {
  return (
    <LongTable
      list={licences}
      label={t(`library.${shown}.list`)}
      keyOf={(licence) => licence.licence_address}
      rowHeight={64}
      columns={[
        { label: t('library.columns.title') },
        { label: t('library.columns.issued'), visibleFrom: 'md', w: 180 },
      ]}
    >
      {(licence, index) => <GivenRow licence={licence} index={index} />}
    </LongTable>
  );
}
