import { DataList, Text } from '@mantine/core';
import type { Overview } from '../../../src/contract/local.ts';
import { CopyableValue } from '../../components/copyable-value.tsx';
import { SectionCard } from '../../components/section-card.tsx';

/** Where this node is found, by programs on this computer and on the TON blockchain. */
export function AddressesCard({ node }: { node: Overview['node'] }) {
  const rows = [
    { label: 'Node URL', value: node.node_url, what: 'the node URL', short: false },
    { label: 'Public host', value: node.public_host, what: 'the public host', short: false },
    { label: 'Node address', value: node.node_address, what: 'the node address', short: true },
    { label: 'Master address', value: node.master_address, what: 'the master address', short: true },
  ];
  return (
    <SectionCard title="Addresses">
      <Text size="sm">
        Programs reach your node at its URL. The node address and the master address are on the TON
        blockchain, for what is recorded there later: you need neither to store and share files.
      </Text>
      <DataList labelWidth="7rem">
        {rows.map(
          ({ label, value, what, short }) =>
            value !== null && (
              <DataList.Item key={label}>
                <DataList.ItemLabel>{label}</DataList.ItemLabel>
                <DataList.ItemValue>
                  <CopyableValue value={value} what={what} short={short} />
                </DataList.ItemValue>
              </DataList.Item>
            ),
        )}
      </DataList>
    </SectionCard>
  );
}
