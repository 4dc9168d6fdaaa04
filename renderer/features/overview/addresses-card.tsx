import { DataList, Text } from '@mantine/core';
import type { Overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { Fact } from '../../ui/values/fact.tsx';

/** Shows the addresses of this node: for programs on this computer, and on the TON blockchain. */
export function AddressesCard({ node }: { node: Overview['node'] }) {
  const addresses = [
    { name: 'nodeUrl', value: node.node_url, short: false },
    { name: 'publicHost', value: node.public_host, short: false },
    { name: 'nodeAddress', value: node.node_address, short: true },
    { name: 'masterAddress', value: node.master_address, short: true },
  ] as const;
  return (
    <SectionCard title={t('overview.addresses.title')}>
      <Text size="sm">{t('overview.addresses.text')}</Text>
      <DataList labelWidth="8rem">
        {addresses.map(
          ({ name, value, short }) =>
            value !== null && (
              <Fact key={name} label={t(`overview.addresses.${name}`)}>
                <CopyableValue value={value} what={t(`overview.addresses.${name}What`)} short={short} />
              </Fact>
            ),
        )}
      </DataList>
    </SectionCard>
  );
}
