import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { deletePractice } from '../../../src/contract/dashboard-api/administration/practice.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { PauseSwitch, syncLabel, useSync } from '../network-activity/index.ts';

/** Shows the state of the network connections of this node. */
export function NetworkCard({ network }: { network: Overview['network'] }) {
  const sync = useSync().data;
  const practising = network.mode === 'practice';
  return (
    <SectionCard
      title={t('overview.network.title')}
      aside={
        <Group gap="sm">
          {practising && <Badge color="blue">{t('common.practiceNetwork')}</Badge>}
          <Anchor component={Link} to="/peers" size="sm" lh="1.5rem">
            {t('overview.network.showPeers')}
          </Anchor>
        </Group>
      }
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {network.peers === 0
            ? t('overview.network.noPeers')
            : t('overview.network.reachable', { reachable: network.reachable_peers, count: network.peers })}
        </Text>
        {practising && <StopPractising />}
      </Group>
      {sync && <Text size="sm">{syncLabel(sync)}</Text>}
      <PauseSwitch />
    </SectionCard>
  );
}

function StopPractising() {
  const stop = useChange('ready', (node) => node.call(deletePractice, {}));
  const question = {
    title: t('overview.network.stop.title'),
    text: t('overview.network.stop.text'),
    confirm: t('overview.network.stop.confirm'),
    cancel: t('overview.network.stop.cancel'),
  };
  return (
    <ChangeButton change={stop} question={question}>
      {t('overview.network.stop.confirm')}
    </ChangeButton>
  );
}
