import { Badge, Table, Text } from '@mantine/core';
import type { Overview } from '../../../src/contract/dashboard-api/monitoring.ts';
import { formatClock } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';

/** The parts of the node itself; a helper is called what it calls itself. */
const names = ['api', 'chain', 'indexer', 'network', 'storage'] as const;

/** What the node itself and common helpers report; any other word stays as it is, and neutral. */
const colors = {
  ...{ ok: 'green', running: 'green', ready: 'green' },
  ...{ alone: 'gray', off: 'gray', starting: 'gray', syncing: 'gray', unavailable: 'gray' },
  ...{ full: 'red', unreachable: 'red', timeout: 'red', error: 'red', failed: 'red' },
};
const states = Object.keys(colors) as (keyof typeof colors)[];

/** In seconds; what was said later is as good as said now. */
const late = 60;

interface ServicesCardProps {
  services: Overview['services'];
  /** When the overview was read, in milliseconds: each delay counts back from it. */
  readAt: number;
}

/** The parts of the node and the helpers that report to it. */
export function ServicesCard({ services, readAt }: ServicesCardProps) {
  return (
    <SectionCard
      title={t('overview.services.title')}
      aside={
        <Text size="sm" c="dimmed">
          {t('overview.services.asOf', { time: formatClock(readAt) })}
        </Text>
      }
    >
      <Text size="sm">{t('overview.services.text')}</Text>
      <Table verticalSpacing={6} horizontalSpacing={0} aria-label={t('overview.services.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('overview.services.columns.service')}</Table.Th>
            <Table.Th ta="end">{t('overview.services.columns.status')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(services).map(([name, { status, delay }]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400} pe="sm" style={{ overflowWrap: 'anywhere' }}>
                <ServiceName name={name} />
                {delay >= late && (
                  <Text size="xs" c="dimmed">
                    {t('overview.services.lastReport', { time: formatClock(readAt - delay * 1000) })}
                  </Text>
                )}
              </Table.Th>
              <Table.Td ta="end">
                <ServiceState status={status} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </SectionCard>
  );
}

function ServiceName({ name }: { name: string }) {
  const known = names.find((one) => one === name);
  return known === undefined ? <NodeMessage>{name}</NodeMessage> : t(`overview.services.names.${known}`);
}

function ServiceState({ status }: { status: string }) {
  const known = states.find((one) => one === status);
  // What a helper says of itself may be long, and is shortened.
  if (known === undefined) {
    return (
      <Badge color="gray">
        <NodeMessage>{status}</NodeMessage>
      </Badge>
    );
  }
  return (
    <Badge color={colors[known]} miw="max-content">
      {t(`overview.services.states.${known}`)}
    </Badge>
  );
}
