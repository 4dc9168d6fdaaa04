import { Button, Fieldset, Group, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type DesktopEdit,
  type DesktopState,
  notificationKind,
  type ShellBridge,
} from '../../../src/contract/ipc.ts';
import { t } from '../../lib/i18n/language.ts';
import { shell as desktopShell } from '../../lib/shell/shell.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { Note } from '../../ui/values/texts.ts';
import { openReport } from '../diagnostics/index.ts';

const queryKey = ['desktop'];

/** Shows the settings of the desktop app; nothing in a browser. */
export function DesktopCard() {
  return desktopShell && <AppCard shell={desktopShell} />;
}

function AppCard({ shell }: { shell: ShellBridge }) {
  const queries = useQueryClient();
  const { data: state } = useQuery({
    queryKey,
    queryFn: () => shell.invoke('preferences.get', undefined),
    // Always reloaded, because the system can change some of these settings without an event.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const change = useMutation({
    mutationFn: (edit: DesktopEdit) => shell.invoke('preferences.set', edit).catch(shellRefused),
    onSuccess: (changed) => queries.setQueryData(queryKey, changed),
    onError: notifyProblem,
  });
  if (!state) return null;
  return (
    <SectionCard title={t('desktop.app.title')}>
      <Switch
        label={t('desktop.app.startAtLogin')}
        description={t('desktop.app.startAtLoginHint')}
        checked={state.start_at_login}
        onChange={({ currentTarget: { checked } }) => change.mutate({ start_at_login: checked })}
      />
      <Switch
        label={t('desktop.app.keepRunning')}
        description={state.has_tray ? t('desktop.app.keepRunningHint') : t('desktop.app.noTray')}
        checked={state.keep_running && state.has_tray}
        disabled={!state.has_tray}
        onChange={({ currentTarget: { checked } }) => change.mutate({ keep_running: checked })}
      />
      <NotificationSwitches state={state} onChange={change.mutate} />
      <Group gap="sm">
        <FolderButton shell={shell} folder="data" />
        <FolderButton shell={shell} folder="logs" />
        <Button variant="default" onClick={() => openReport(shell)}>
          {t('desktop.report.menu')}
        </Button>
      </Group>
    </SectionCard>
  );
}

interface NotificationSwitchesProps {
  state: DesktopState;
  onChange(edit: DesktopEdit): void;
}

function NotificationSwitches({ state, onChange }: NotificationSwitchesProps) {
  return (
    <Fieldset mx={0} legend={t('desktop.notifications.title')}>
      {!state.can_notify && <Note>{t('desktop.notifications.none')}</Note>}
      <Stack gap="xs">
        {notificationKind.options.map((kind) => (
          <Switch
            key={kind}
            label={t(`desktop.notifications.${kind}`)}
            checked={state.notifications[kind]}
            disabled={!state.can_notify}
            onChange={({ currentTarget: { checked } }) => onChange({ notifications: { [kind]: checked } })}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}

function FolderButton({ shell, folder }: { shell: ShellBridge; folder: 'data' | 'logs' }) {
  return (
    <Button
      variant="default"
      onClick={() => shell.invoke('folder.open', folder).catch(shellRefused).catch(notifyProblem)}
    >
      {t(`desktop.folders.${folder}`)}
    </Button>
  );
}
