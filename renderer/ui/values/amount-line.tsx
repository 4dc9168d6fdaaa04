import { Table } from '@mantine/core';
import { Money } from './money.tsx';

interface AmountLineProps {
  label: string;
  nano: bigint;
  /** Number of decimals for which the column leaves space. */
  decimals: number;
  weight?: number;
}

/** Shows an amount with its purpose, as a row of a table. */
export function AmountLine({ label, nano, decimals, weight = 400 }: AmountLineProps) {
  return (
    <Table.Tr fw={weight}>
      <Table.Th scope="row" fw="inherit" pe="md" style={{ overflowWrap: 'anywhere' }}>
        {label}
      </Table.Th>
      <Table.Td ta="end" fw="inherit" style={{ verticalAlign: 'bottom' }}>
        <Money nano={nano} decimals={decimals} isExact />
      </Table.Td>
    </Table.Tr>
  );
}
