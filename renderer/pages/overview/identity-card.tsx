import { Badge, DataList, Text } from '@mantine/core';
import type { Overview } from '../../../src/contract/local.ts';
import { CopyableValue } from '../../components/copyable-value.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { formatDuration, formatExactTime } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';

/** Who this node is and how long it has been running. */
export function IdentityCard({ node }: { node: Overview['node'] }) {
  return (
    <SectionCard
      title="This node"
      aside={<Badge>{node.node_type === 'private' ? 'Private' : 'Public'}</Badge>}
    >
      <DataList labelWidth="7rem">
        <DataList.Item>
          <DataList.ItemLabel>Public key</DataList.ItemLabel>
          <DataList.ItemValue>
            <CopyableValue value={node.public_key} what="the public key" short />
          </DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>Type</DataList.ItemLabel>
          <DataList.ItemValue>
            {node.node_type === 'private'
              ? 'Private: other nodes never list it'
              : 'Public: other nodes may list it'}
          </DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>Version</DataList.ItemLabel>
          <DataList.ItemValue>
            {node.version}
            <Build hash={node.codebase_hash} branch={node.codebase_branch} />
          </DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>Running for</DataList.ItemLabel>
          <DataList.ItemValue>
            <Uptime since={node.started_at} />
          </DataList.ItemValue>
        </DataList.Item>
      </DataList>
    </SectionCard>
  );
}

function Build({ hash, branch }: { hash: string; branch: string }) {
  if (hash === 'unknown') return null;
  return (
    <Text span size="sm" c="dimmed" ml={6} title={hash}>
      {hash.slice(0, 7)}
      {branch !== 'unknown' && ` on ${branch}`}
    </Text>
  );
}

function Uptime({ since }: { since: string }) {
  const now = useNow(10);
  return (
    <time title={`Since ${formatExactTime(since)}`}>
      {formatDuration(Math.max(0, now - Date.parse(since)) / 1000)}
    </time>
  );
}
