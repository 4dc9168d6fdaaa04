import { Table, Text } from '@mantine/core';
import { decimalsOf, Money } from './money.tsx';
import type { OrderPlan, Purse } from './order-plan.ts';

/** What is paid to whom, to the nanoTON, and what is left. */
export function OrderBreakdown({ plan, purse }: { plan: OrderPlan; purse: Purse }) {
  const { payments } = plan;
  const { deposit, fees, total } = purse;
  const decimals = decimalsOf([...payments.map(({ nano }) => nano), deposit, fees, total]);
  return (
    <>
      <Table aria-label="What is paid" verticalSpacing={6} horizontalSpacing={0} withRowBorders={false}>
        <Table.Tbody>
          {payments.map(({ to, nano }) => (
            <Line key={to} label={to} nano={nano} decimals={decimals} />
          ))}
          {deposit > 0n && (
            <Line label="Deposit for its place on the chain" nano={deposit} decimals={decimals} />
          )}
          {fees > 0n && <Line label="Fees of the chain, at most" nano={fees} decimals={decimals} />}
        </Table.Tbody>
        <Table.Tfoot style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
          <Line label="Leaves the wallet, at most" nano={total} decimals={decimals} strong />
        </Table.Tfoot>
      </Table>
      <Text size="xs" c="dimmed">
        What the chain does not use of the fees comes back to the wallet at once.
        {deposit > 0n && ' The deposit pays for its place there for years, and does not come back.'}
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
