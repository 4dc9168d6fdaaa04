import { Group, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { ActivityKind } from '../../../src/contract/dashboard-api/administration/activity.ts';
import { t } from '../../lib/i18n/language.ts';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { LongList } from '../../ui/lists/long-list.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { activityKinds, kindLabel } from './activity-labels.ts';
import { useActivity } from './activity-queries.ts';
import { ActivityTable } from './activity-table.tsx';
import { NoActivity } from './empty-states.tsx';
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
