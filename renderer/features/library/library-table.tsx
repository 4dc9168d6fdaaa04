import { Table, VisuallyHidden } from '@mantine/core';
import type { OwnedLicence } from '../../../src/contract/dashboard-api/purchases.ts';
import { t } from '../../lib/i18n/language.ts';
import { LongTable } from '../../ui/lists/long-table.tsx';
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
      heads={
        <>
          <Table.Th>{t('library.columns.title')}</Table.Th>
          <Table.Th visibleFrom="md" w={180}>
            {t('library.columns.bought')}
          </Table.Th>
          <Table.Th visibleFrom="md" w={145} ta="end">
            {t('library.columns.paid')}
          </Table.Th>
          <Table.Th visibleFrom="md" w={145} ta="end">
            {t('library.columns.asked')}
          </Table.Th>
          <Table.Th w={52}>
            <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {(licence, index) => <LibraryRow licence={licence} index={index} />}
    </LongTable>
  );
}
