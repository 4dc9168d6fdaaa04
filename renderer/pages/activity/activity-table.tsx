import { Table } from '@mantine/core';
import { useCallback } from 'react';
import type { ActivityEntry } from '../../../src/contract/endpoints/local-activity.ts';
import { EndlessGroups, EndlessRest } from '../../components/endless-table.tsx';
import { t } from '../../lib/language.ts';
import { useEndlessRows } from '../../lib/use-endless-rows.ts';
import type { LongList } from '../../lib/use-long-list.ts';
import { headerHeight } from '../../theme.ts';
import { ActivityRow } from './activity-row.tsx';
import { dayAbove } from './day-above.ts';

/** The log, newest first, day by day. */
export function ActivityTable({ activity }: { activity: LongList<ActivityEntry> }) {
  const { itemAt, total } = activity;
  const { table, list } = useEndlessRows({
    count: activity.count ?? 0,
    keyOf: useCallback((index: number) => itemAt(index)?.id, [itemAt]),
    rowHeight: 61,
    onShow: activity.show,
  });
  const now = Date.now();
  return (
    <>
      <Table
        ref={table}
        layout="fixed"
        stickyHeader
        stickyHeaderOffset={headerHeight}
        horizontalSpacing="md"
        aria-label={t('activity.list')}
        aria-rowcount={total === null ? -1 : total + 1}
        aria-busy={activity.isFetching}
      >
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
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
        <EndlessGroups list={list}>
          {(index) => {
            const entry = itemAt(index);
            if (!entry) return null;
            const day = dayAbove(entry, itemAt(index - 1), { isFirst: index === 0, now });
            return <ActivityRow entry={entry} day={day} index={index} />;
          }}
        </EndlessGroups>
      </Table>
      <EndlessRest list={list} />
    </>
  );
}
