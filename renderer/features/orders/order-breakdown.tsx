import { Table } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { AmountLine } from '../../ui/values/amount-line.tsx';
import { decimalsOf } from '../../ui/values/money.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import type { Funds, OrderPlan } from './order-plan.ts';

/** Lists each payment in nanoTON precision, and the remaining balance. */
export function OrderBreakdown({ plan, funds }: { plan: OrderPlan; funds: Funds }) {
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
            <AmountLine key={to} label={to} nano={nano} decimals={decimals} />
          ))}
          {deposit > 0n && (
            <AmountLine label={t('chain.breakdown.deposit')} nano={deposit} decimals={decimals} />
          )}
          {fees > 0n && <AmountLine label={t('chain.breakdown.fees')} nano={fees} decimals={decimals} />}
        </Table.Tbody>
        <Table.Tfoot style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
          <AmountLine label={t('chain.breakdown.total')} nano={total} decimals={decimals} weight={600} />
        </Table.Tfoot>
      </Table>
      <SmallNote>
        {t('chain.breakdown.feesComeBack')}
        {deposit > 0n && ` ${t('chain.breakdown.depositStays')}`}
      </SmallNote>
    </>
  );
}
