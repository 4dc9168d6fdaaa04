import { Badge, DataList, Text } from '@mantine/core';
import { Trans } from 'react-i18next';
import type { Overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { formatDuration, formatExactTime } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { useNow } from '../../lib/now.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { Fact } from '../../ui/values/fact.tsx';

export function IdentityCard({ node }: { node: Overview['node'] }) {
  return (
    <SectionCard
      title={t('overview.identity.title')}
      aside={<Badge>{t(`overview.identity.${node.node_type}`)}</Badge>}
    >
      <DataList labelWidth="8rem">
        <Fact label={t('peers.facts.publicKey')}>
          <CopyableValue value={node.public_key} valueName={t('peers.what.publicKey')} short />
        </Fact>
        <Fact label={t('overview.identity.type')}>{t(`overview.identity.${node.node_type}Explained`)}</Fact>
        <Fact label={t('peers.facts.version')}>
          {node.version} <Build hash={node.codebase_hash} branch={node.codebase_branch} />
        </Fact>
        <Fact label={t('overview.identity.runningFor')}>
          <Uptime since={node.started_at} />
        </Fact>
      </DataList>
    </SectionCard>
  );
}

function Build({ hash, branch }: { hash: string; branch: string }) {
  if (hash === 'unknown') return null;
  return (
    <Text span size="sm" c="dimmed" title={hash}>
      {hash.slice(0, 7)}
      {branch !== 'unknown' && (
        <>
          {' '}
          <Trans i18nKey="overview.identity.build" values={{ branch }} components={{ branch: <bdi /> }} />
        </>
      )}
    </Text>
  );
}

function Uptime({ since }: { since: string }) {
  const now = useNow(10);
  return (
    <time title={t('overview.identity.since', { time: formatExactTime(since) })}>
      {formatDuration(Math.max(0, now - Date.parse(since)) / 1000)}
    </time>
  );
}
