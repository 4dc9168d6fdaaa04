import { Table, useMatches } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ActivityEntry } from '../../../src/contract/endpoints/local-activity.ts';
import { MoreRows, SpacerRow } from '../../components/endless-table.tsx';
import { t } from '../../lib/language.ts';
import type { ActivityPage } from '../../lib/node-client.ts';
import { useEndlessRows } from '../../lib/use-endless-rows.ts';
import { headerHeight } from '../../theme.ts';
import { ActivityRow } from './activity-row.tsx';
import { byDay } from './by-day.ts';

interface ActivityTableProps {
  activity: UseInfiniteQueryResult<InfiniteData<ActivityPage>>;
  entries: ActivityEntry[];
}

/** The log, newest first, day by day. */
export function ActivityTable({ activity, entries }: ActivityTableProps) {
  const lines = useMemo(() => byDay(entries, Date.now()), [entries]);
  const { table, rows, measure, above, below } = useEndlessRows({
    count: lines.length,
    keyOf: (index) => lines[index]?.key ?? index,
    rowHeight: 61,
    source: activity,
  });
  return (
    <>
      <Table
        ref={table}
        layout="fixed"
        stickyHeader
        stickyHeaderOffset={headerHeight}
        horizontalSpacing="md"
        aria-label={t('activity.list')}
        aria-busy={activity.isFetching}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th visibleFrom="sm" w={100}>
              {t('activity.columns.when')}
            </Table.Th>
            <Table.Th>{t('activity.columns.what')}</Table.Th>
            <Table.Th visibleFrom="sm" w="28%">
              {t('activity.columns.who')}
            </Table.Th>
            <Table.Th visibleFrom="md" w="20%">
              {t('activity.columns.result')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <SpacerRow height={above} />
          {rows.map(({ index, key }) => {
            const line = lines[index];
            if (!line) return null;
            return 'entry' in line ? (
              <ActivityRow key={key} entry={line.entry} index={index} measure={measure} />
            ) : (
              <DayRow key={key} day={line.day} index={index} measure={measure} />
            );
          })}
          <SpacerRow height={below} />
        </Table.Tbody>
      </Table>
      <MoreRows source={activity} label={t('activity.loadingMore')} />
    </>
  );
}

interface DayRowProps {
  day: string;
  /** Position among the lines, from 0. */
  index: number;
  measure(row: HTMLTableRowElement | null): void;
}

/** The day above its entries, over all columns that the window has room for. */
function DayRow({ day, index, measure }: DayRowProps) {
  const columns = useMatches({ base: 1, sm: 3, md: 4 }, { getInitialValueInEffect: false });
  return (
    <Table.Tr ref={measure} data-index={index} bg="var(--alcove-canvas)">
      <Table.Th scope="rowgroup" colSpan={columns} fz="sm">
        {day}
      </Table.Th>
    </Table.Tr>
  );
}
