import { Badge, Table, Text } from '@mantine/core';
import type { Overview } from '../../../src/contract/local.ts';
import { NodeWords } from '../../components/node-words.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { formatClock } from '../../lib/format.ts';
import { t } from '../../lib/language.ts';

/** What the node itself and common helpers report; any other word stays neutral. */
const good = new Set(['ok', 'running', 'ready']);
const bad = new Set(['full', 'unreachable', 'timeout', 'error', 'failed']);

function colorOf(status: string): string {
  if (good.has(status)) return 'green';
  return bad.has(status) ? 'red' : 'gray';
}

interface ServicesCardProps {
  services: Overview['services'];
  /** When the overview was read, in milliseconds: each delay counts back from it. */
  readAt: number;
}

/** The parts of the node and the helpers that report to it. */
export function ServicesCard({ services, readAt }: ServicesCardProps) {
  return (
    <SectionCard title={t('overview.services.title')}>
      <Text size="sm">{t('overview.services.text')}</Text>
      <Table verticalSpacing={6} horizontalSpacing={0} aria-label={t('overview.services.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('overview.services.columns.service')}</Table.Th>
            <Table.Th>{t('overview.services.columns.status')}</Table.Th>
            <Table.Th ta="end">{t('overview.services.columns.lastReport')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(services).map(([name, { status, delay }]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400} style={{ overflowWrap: 'anywhere' }}>
                <NodeWords>{name}</NodeWords>
              </Table.Th>
              <Table.Td>
                <Badge color={colorOf(status)}>
                  <NodeWords>{status}</NodeWords>
                </Badge>
              </Table.Td>
              <Table.Td ta="end">{formatClock(readAt - delay * 1000)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </SectionCard>
  );
}
