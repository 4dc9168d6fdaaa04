import { Table, type TableThProps, type TableTrProps, VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { t } from '../../lib/i18n/language.ts';

export interface Column extends TableThProps {
  label: string;
  /** Whether the label is for screen readers only. */
  isHidden?: boolean;
}

/** Returns the column of buttons and menus. */
export const actionsColumn = (w: Column['w']): Column => ({ label: t('common.actions'), w, isHidden: true });

interface TableHeadProps extends TableTrProps {
  columns: readonly Column[];
}

/** Not rendered again with the rows while a list scrolls. */
export const TableHead = memo(function Head({ columns, ...row }: TableHeadProps) {
  return (
    <Table.Thead>
      <Table.Tr {...row}>
        {columns.map(({ label, isHidden = false, ...props }) => (
          <Table.Th key={label} {...props}>
            {isHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
});
