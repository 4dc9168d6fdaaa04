import { Stack, Text } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { useSettingValues } from '../settings/index.ts';
import { BandwidthForm } from './bandwidth-form.tsx';
import { useSync } from './network-activity-queries.ts';
import { syncLabel } from './pause-labels.ts';
import { NetworkSwitch, PauseSwitch } from './pause-switch.tsx';

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
            <NetworkSwitch name="pause_on_metered" label={t('peers.activity.onMetered')} />
            <NetworkSwitch
              name="pause_on_battery"
              label={t('peers.activity.onBattery')}
              description={t('peers.activity.onBatteryNote')}
            />
          </Stack>
          <BandwidthForm network={settings.network} />
        </>
      )}
    </SectionCard>
  );
}
