import { Button, Group, Menu, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import {
  IconActivity,
  IconAlertTriangle,
  IconDownload,
  IconEyeOff,
  IconFileSearch,
} from '@tabler/icons-react';
import { useState } from 'react';
import {
  type ActivityKind,
  exportActivity,
  getActivity,
} from '../../../src/contract/dashboard-api/administration/activity.ts';
import type { DashboardClient } from '../../lib/api/dashboard-client.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { pieceAt } from '../../lib/api/list-place.ts';
import { t } from '../../lib/i18n/language.ts';
import { download } from '../../lib/shell/download.ts';
import { shell } from '../../lib/shell/shell.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';
import { askConfirmation } from '../../ui/dialogs/ask-confirmation.tsx';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { LongList } from '../../ui/lists/long-list.tsx';
import { LongTable } from '../../ui/lists/long-table.tsx';
import { pieceOf } from '../../ui/lists/virtual/list-piece.ts';
import { useLongList } from '../../ui/lists/virtual/use-long-list.ts';
import { Intro, SmallNote } from '../../ui/values/texts.ts';
import { activityKinds, kindLabel } from './activity-labels.ts';
import { ActivityRow } from './activity-row.tsx';
import { dayHeading } from './day-heading.ts';

export function ActivityPage() {
  const [kind, setKind] = useState<ActivityKind | null>(null);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const activity = useActivity({ kind, q: search });
  const filtered = kind !== null || search !== '';

  return (
    <Page title={t('frame.pages.log')} actions={<ExportMenu />}>
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
      label={t('frame.pages.log')}
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
        const day = dayHeading(entry, itemAt(index - 1), { isFirst: index === 0, now });
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

/** Returns the activity log, newest first. */
function useActivity({ kind, q }: { kind: ActivityKind | null; q: string }) {
  const node = useDashboardClient();
  return useLongList(['activity', kind, q], async (place, signal) => {
    const query = { q, ...(kind && { kind }), ...pieceAt(place) };
    const page = await node.call(getActivity, { query }, { signal });
    return pieceOf(page.entries, page);
  });
}

/** Exports the log, by default without personal data. */
function ExportMenu() {
  const node = useDashboardClient();
  const [saving, setSaving] = useState(false);
  const save = async (redact: boolean) => {
    setSaving(true);
    try {
      const { saved } = await saveActivity(node, { redact });
      if (saved) notifications.show({ color: 'green', message: t('activity.export.saved') });
    } catch (error) {
      notifyProblem(error);
    } finally {
      setSaving(false);
    }
  };
  const askFull = () =>
    askConfirmation({
      title: t('activity.export.ask.title'),
      text: t('activity.export.ask.text'),
      confirm: t('activity.export.ask.confirm'),
      danger: true,
      onConfirm: () => void save(false),
    });

  return (
    <Menu width={300}>
      <Menu.Target>
        <Button
          variant="default"
          loading={saving}
          leftSection={<IconDownload size={18} stroke={1.8} aria-hidden />}
        >
          {t('activity.export.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEyeOff size={16} aria-hidden />} onClick={() => void save(true)}>
          {t('activity.export.redacted')}
          <SmallNote>{t('activity.export.redactedHint')}</SmallNote>
        </Menu.Item>
        <Menu.Item leftSection={<IconAlertTriangle size={16} aria-hidden />} onClick={askFull}>
          {t('activity.export.full')}
          <SmallNote>{t('activity.export.fullHint')}</SmallNote>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Saves the activity log as JSON lines: through a dialog in the desktop app, as a download in a browser. */
async function saveActivity(
  node: DashboardClient,
  { redact }: { redact: boolean },
): Promise<{ saved: boolean }> {
  if (shell) return shell.invoke('activity.saveAs', { redact }).catch(shellRefused);
  download(
    await node.download(exportActivity, { query: { redact: redact ? '1' : '0' } }),
    'alcove-activity.ndjson',
  );
  return { saved: true };
}
