import { Group, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconActivity, IconFileSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { ActivityKind } from '../../../src/contract/dashboard-api/administration/activity.ts';
import { t } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { LongList } from '../../ui/lists/long-list.tsx';
import { LongTable } from '../../ui/lists/long-table.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { activityKinds, kindLabel } from './activity-labels.ts';
import { useActivity } from './activity-queries.ts';
import { ActivityRow } from './activity-row.tsx';
import { dayAbove } from './day-above.ts';
import { ExportMenu } from './export-menu.tsx';

/** Shows the activity log. */
export function ActivityPage() {
  const [kind, setKind] = useState<ActivityKind | null>(null);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const activity = useActivity({ kind, q: search });
  const filtered = kind !== null || search !== '';

  return (
    <Page title={t('activity.title')} actions={<ExportMenu />}>
      <Intro>{t('activity.text')}</Intro>
      <Group gap="sm">
        <Select
          aria-label={t('activity.kindLabel')}
          w="13rem"
          data={[
            { value: '', label: t('activity.everything') },
            ...activityKinds.map((value) => ({ value, label: kindLabel(value).label })),
          ]}
          value={kind ?? ''}
          onChange={(value) => setKind(activityKinds.find((each) => each === value) ?? null)}
          allowDeselect={false}
          maxDropdownHeight={420}
        />
        <SearchField
          flex="1 1 14rem"
          label={t('activity.search')}
          placeholder={t('activity.searchHint')}
          value={typed}
          onChange={setTyped}
        />
      </Group>
      <LongList list={activity} none={<NoActivity filtered={filtered} />} loading={t('activity.loading')}>
        <ActivityTable activity={activity} />
      </LongList>
    </Page>
  );
}

/** Shows the log by day, newest first. */
function ActivityTable({ activity }: { activity: ReturnType<typeof useActivity> }) {
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

/** Shows that the log is empty or that nothing matches the filter. */
function NoActivity({ filtered }: { filtered: boolean }) {
  const Icon = filtered ? IconFileSearch : IconActivity;
  return (
    <EmptyCard
      role="status"
      icon={Icon}
      title={t(filtered ? 'activity.nothing.matchTitle' : 'activity.nothing.title')}
      description={t(filtered ? 'activity.nothing.matchText' : 'activity.nothing.text')}
    />
  );
}
