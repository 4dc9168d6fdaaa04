import { Table } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { decimalsOf, Money } from '../../ui/values/money.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import type { Funds, OrderPlan } from './order-plan.ts';

/** Lists each payment in nanoTON precision, and the remaining balance. */
export function OrderBreakdown({ plan, funds: funds }: { plan: OrderPlan; funds: Funds }) {
  const { payments } = plan;
  const { deposit, fees, total } = funds;
  const decimals = decimalsOf([...payments.map(({ nano }) => nano), deposit, fees, total]);
  return (
    <>
      <Table
        aria-label={t('chain.breakdown.label')}
        verticalSpacing={6}
        horizontalSpacing={0}
        withRowBorders={false}
      >
        <Table.Tbody>
          {payments.map(({ to, nano }) => (
            <Line key={to} label={to} nano={nano} decimals={decimals} />
          ))}
          {deposit > 0n && <Line label={t('chain.breakdown.deposit')} nano={deposit} decimals={decimals} />}
          {fees > 0n && <Line label={t('chain.breakdown.fees')} nano={fees} decimals={decimals} />}
        </Table.Tbody>
        <Table.Tfoot style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
          <Line label={t('chain.breakdown.total')} nano={total} decimals={decimals} strong />
        </Table.Tfoot>
      </Table>
      <SmallNote>
        {t('chain.breakdown.feesComeBack')}
        {deposit > 0n && ` ${t('chain.breakdown.depositStays')}`}
      </SmallNote>
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
      <Table.Th scope="row" fw="inherit" pe="md" style={{ overflowWrap: 'anywhere' }}>
        {label}
      </Table.Th>
      <Table.Td ta="end" style={{ verticalAlign: 'bottom' }}>
        <Money nano={nano} decimals={decimals} />
      </Table.Td>
    </Table.Tr>
  );
}
