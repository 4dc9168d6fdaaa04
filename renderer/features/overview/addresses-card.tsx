import { DataList, Text } from '@mantine/core';
import type { Overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';

/** Shows the addresses of this node: for programs on this computer, and on the TON blockchain. */
export function AddressesCard({ node }: { node: Overview['node'] }) {
  const rows = [
    {
      label: t('overview.addresses.nodeUrl'),
      value: node.node_url,
      what: t('overview.addresses.nodeUrlWhat'),
      short: false,
    },
    {
      label: t('overview.addresses.publicHost'),
      value: node.public_host,
      what: t('overview.addresses.publicHostWhat'),
      short: false,
    },
    {
      label: t('overview.addresses.nodeAddress'),
      value: node.node_address,
      what: t('overview.addresses.nodeAddressWhat'),
      short: true,
    },
    {
      label: t('overview.addresses.masterAddress'),
      value: node.master_address,
      what: t('overview.addresses.masterAddressWhat'),
      short: true,
    },
  ];
  return (
    <SectionCard title={t('overview.addresses.title')}>
      <Text size="sm">{t('overview.addresses.text')}</Text>
      <DataList labelWidth="8rem">
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
