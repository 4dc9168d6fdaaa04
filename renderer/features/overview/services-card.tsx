import { Badge, Table, Text } from '@mantine/core';
import type { Overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { formatClock } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { TableHead } from '../../ui/lists/table-head.tsx';
import { Note, SmallNote } from '../../ui/values/texts.ts';

/** The parts of the node itself; other services are shown by the name that they report. */
const names = ['api', 'chain', 'indexer', 'network', 'storage'] as const;

/** The states that the node and common services report; unknown states have a neutral colour. */
const colors = {
  ok: 'green',
  running: 'green',
  ready: 'green',
  alone: 'gray',
  off: 'gray',
  starting: 'gray',
  syncing: 'gray',
  unavailable: 'gray',
  full: 'red',
  unreachable: 'red',
  timeout: 'red',
  error: 'red',
  failed: 'red',
};
const states = Object.keys(colors) as (keyof typeof colors)[];

/** Age from which a status counts as late. */
const lateSeconds = 60;

interface ServicesCardProps {
  services: Overview['services'];
  /** When the overview was loaded, in milliseconds; delays are relative to it. */
  readAt: number;
}

/** Lists the parts of the node and the services that report to it. */
export function ServicesCard({ services, readAt }: ServicesCardProps) {
  return (
    <SectionCard
      title={t('overview.services.title')}
      aside={<Note>{t('overview.services.asOf', { time: formatClock(readAt) })}</Note>}
    >
      <Text size="sm">{t('overview.services.text')}</Text>
      <Table verticalSpacing={6} horizontalSpacing={0} aria-label={t('overview.services.title')}>
        <TableHead
          columns={[
            { label: t('overview.services.columns.service') },
            { label: t('overview.services.columns.status'), ta: 'end' },
          ]}
        />
        <Table.Tbody>
          {Object.entries(services).map(([name, { status, delay }]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400} pe="sm" style={{ overflowWrap: 'anywhere' }}>
                <ServiceName name={name} />
                {delay >= lateSeconds && (
                  <SmallNote>
                    {t('overview.services.lastReport', { time: formatClock(readAt - delay * 1000) })}
                  </SmallNote>
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
  return known === undefined ? <bdi>{name}</bdi> : t(`overview.services.names.${known}`);
}

function ServiceState({ status }: { status: string }) {
  const known = states.find((one) => one === status);
  // The status of another service may be long, so it is truncated.
  if (known === undefined) {
    return (
      <Badge color="gray">
        <bdi>{status}</bdi>
      </Badge>
    );
  }
  return (
    <Badge color={colors[known]} miw="max-content">
      {t(`overview.services.states.${known}`)}
    </Badge>
  );
}
