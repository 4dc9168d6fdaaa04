import { Table } from '@mantine/core';
import type { OwnedLicence } from '../../../src/contract/local-chain.ts';
import { LongTable } from '../../components/long-table.tsx';
import { t } from '../../lib/language.ts';
import type { LongList } from '../../lib/use-long-list.ts';
import { GivenRow } from './given-row.tsx';

interface GivenTableProps {
  licences: LongList<OwnedLicence>;
  shown: 'given' | 'declined';
}

/** Licences that are not in the library, newest first. */
export function GivenTable({ licences, shown }: GivenTableProps) {
  return (
    <LongTable
      list={licences}
      label={t(`library.${shown}.list`)}
      keyOf={(licence) => licence.licence_address}
      rowHeight={64}
      heads={
        <>
          <Table.Th>{t('library.columns.title')}</Table.Th>
          <Table.Th visibleFrom="md" w={180}>
            {t('library.columns.issued')}
          </Table.Th>
        </>
      }
    >
      {(licence, index) => <GivenRow licence={licence} index={index} />}
    </LongTable>
  );
}
