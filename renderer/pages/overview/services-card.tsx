import { Badge, Table, Text } from '@mantine/core';
import type { Overview } from '../../../src/contract/local.ts';
import { SectionCard } from '../../components/section-card.tsx';
import { formatClock } from '../../lib/format.ts';

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
    <SectionCard title="Services">
      <Text size="sm">
        The parts of your node, and the programs that report to it. What is off is not needed to store and
        share files.
      </Text>
      <Table verticalSpacing={6} horizontalSpacing={0}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Service</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th ta="right">Last report</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(services).map(([name, { status, delay }]) => (
            <Table.Tr key={name}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
              <Table.Td>
                <Badge color={colorOf(status)}>{status}</Badge>
              </Table.Td>
              <Table.Td ta="right">{formatClock(readAt - delay * 1000)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </SectionCard>
  );
}
