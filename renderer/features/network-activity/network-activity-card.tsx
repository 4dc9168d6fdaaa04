import { Stack, Text } from '@mantine/core';
import type { Settings } from '../../../src/contract/settings.ts';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { useChangeSettings, useSettingValues } from '../settings/index.ts';
import { BandwidthForm } from './bandwidth-form.tsx';
import { useSync } from './network-activity-queries.ts';
import { syncLabel } from './pause-labels.ts';
import { PauseSwitch } from './pause-switch.tsx';

/** Shows the background activity with other nodes: progress, pauses and bandwidth limits. */
export function NetworkActivityCard() {
  const { data: settings, error, refetch } = useSettingValues();
  const sync = useSync().data;
  return (
    <SectionCard title={t('peers.activity.title')}>
      <Text size="sm">{t('peers.activity.text')}</Text>
      {sync && <Text size="sm">{syncLabel(sync)}</Text>}
      {error && !settings && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {settings && (
        <>
          <Stack gap="xs">
            <PauseSwitch />
            <AutomaticPause
              label={t('peers.activity.onMetered')}
              name="pause_on_metered"
              settings={settings}
            />
            <AutomaticPause
              label={t('peers.activity.onBattery')}
              description={t('peers.activity.onBatteryNote')}
              name="pause_on_battery"
              settings={settings}
            />
          </Stack>
          <BandwidthForm network={settings.network} />
        </>
      )}
    </SectionCard>
  );
}

interface AutomaticPauseProps {
  label: string;
  description?: string;
  name: 'pause_on_metered' | 'pause_on_battery';
  settings: Settings;
}

function AutomaticPause({ label, description, name, settings }: AutomaticPauseProps) {
  const change = useChangeSettings();
  const wanted = change.isPending ? change.variables.network?.[name] : undefined;
  return (
    <Switch
      label={label}
      description={description}
      checked={wanted ?? settings.network[name]}
      onChange={({ currentTarget: { checked } }) =>
        change.mutate({ network: { [name]: checked } }, { onError: notifyProblem })
      }
    />
  );
}
