import { Table, Text } from '@mantine/core';
import { decimalsOf, Money } from './money.tsx';
import type { OrderPlan, Purse } from './order-plan.ts';

/** What is paid to whom, to the nanoTON, and what is left. */
export function OrderBreakdown({ plan, purse }: { plan: OrderPlan; purse: Purse }) {
  const { payments, fees } = plan;
  const decimals = decimalsOf([...payments.map(({ nano }) => nano), fees, purse.total]);
  return (
    <>
      <Table aria-label="What is paid" verticalSpacing={6} horizontalSpacing={0} withRowBorders={false}>
        <Table.Tbody>
          {payments.map(({ to, nano }) => (
            <Line key={to} label={to} nano={nano} decimals={decimals} />
          ))}
          <Line label="Fees and deposits of the chain, at most" nano={fees} decimals={decimals} />
        </Table.Tbody>
        <Table.Tfoot style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
          <Line label="Leaves the wallet, at most" nano={purse.total} decimals={decimals} strong />
        </Table.Tfoot>
      </Table>
      <Text size="xs" c="dimmed">
        What the chain does not use of the fees comes back to the wallet at once.
      </Text>
    </>
  );
}

interface LineProps {
  label: string;
  nano: bigint;
  decimals: number;
  strong?: boolean;
}

function Line({ label, nano, decimals, strong = false }: LineProps) {
  return (
    <Table.Tr fw={strong ? 600 : 400}>
      <Table.Th scope="row" fw="inherit" pr="md" style={{ overflowWrap: 'anywhere' }}>
        {label}
      </Table.Th>
      <Table.Td ta="right" style={{ verticalAlign: 'bottom' }}>
        <Money nano={nano} decimals={decimals} />
      </Table.Td>
    </Table.Tr>
  );
}
