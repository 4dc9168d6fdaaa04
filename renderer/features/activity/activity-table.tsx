import type { ActivityEntry } from '../../../src/contract/dashboard-api/administration/activity.ts';
import { t } from '../../lib/i18n/language.ts';
import { LongTable } from '../../ui/lists/long-table.tsx';
import type { LongList } from '../../ui/lists/virtual/use-long-list.ts';
import { ActivityRow } from './activity-row.tsx';
import { dayAbove } from './day-above.ts';

/** Shows the log by day, newest first. */
export function ActivityTable({ activity }: { activity: LongList<ActivityEntry> }) {
  const { itemAt } = activity;
  const now = Date.now();
  return (
    <LongTable
      list={activity}
      label={t('activity.list')}
      keyOf={(entry) => entry.id}
      rowHeight={61}
      isGrouped
      columns={[
        { label: t('activity.columns.when'), visibleFrom: 'md', w: 100 },
        { label: t('activity.columns.what') },
        { label: t('activity.columns.who'), visibleFrom: 'md', w: '28%' },
        { label: t('activity.columns.result'), visibleFrom: 'lg', w: '20%' },
      ]}
    >
      {(entry, index) => {
        const day = dayAbove(entry, itemAt(index - 1), { isFirst: index === 0, now });
        return <ActivityRow entry={entry} day={day} index={index} />;
      }}
    </LongTable>
  );
}
