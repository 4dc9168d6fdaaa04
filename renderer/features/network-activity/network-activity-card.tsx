import { Stack, Text } from '@mantine/core';
import type { Settings } from '../../../src/contract/settings.ts';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { LimitsForm, useSettingValues } from '../settings/index.ts';
import { limitText, parseLimit } from './bandwidth-limit.ts';
import { useSync } from './network-activity-queries.ts';
import { syncLabel } from './pause-labels.ts';
import { NetworkSwitch, PauseSwitch } from './pause-switch.tsx';

/** Shows the background activity with other nodes: progress, pauses and bandwidth limits. */
export function NetworkActivityCard() {
  const { data: settings, error, refetch } = useSettingValues();
  const sync = useSync().data;
  return (
    <SectionCard title={t('networkActivity.title')}>
      <Text size="sm">{t('networkActivity.text')}</Text>
      {sync && <Text size="sm">{syncLabel(sync)}</Text>}
      {error && !settings && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {settings && (
        <>
          <Stack gap="xs">
            <PauseSwitch />
            <NetworkSwitch name="pause_on_metered" label={t('networkActivity.onMetered')} />
            <NetworkSwitch
              name="pause_on_battery"
              label={t('networkActivity.onBattery')}
              {...(shell === null && { description: t('networkActivity.onBatteryNote') })}
            />
          </Stack>
          <BandwidthForm network={settings.network} />
        </>
      )}
    </SectionCard>
  );
}

/** Edits the bandwidth limits for receiving from and sending to other nodes. */
function BandwidthForm({ network }: { network: Settings['network'] }) {
  const limitOf = (name: 'down_bytes_per_s' | 'up_bytes_per_s', label: string) => ({
    name,
    now: limitText(network[name]),
    parse: parseLimit,
    problem: t('networkActivity.bandwidth.invalid'),
    field: { label },
  });
  return (
    <LimitsForm
      section="network"
      limits={[
        limitOf('down_bytes_per_s', t('networkActivity.bandwidth.receive')),
        limitOf('up_bytes_per_s', t('networkActivity.bandwidth.send')),
      ]}
      inputProps={{
        flex: '1 1 9rem',
        placeholder: t('common.limits.none'),
        rightSection: <span aria-hidden>{t('format.perSecond', { size: t('format.units.MB') })}</span>,
        rightSectionWidth: 60,
        'aria-description': t('networkActivity.bandwidth.description'),
      }}
    />
  );
}
