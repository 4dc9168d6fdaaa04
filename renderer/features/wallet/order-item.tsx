import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Order } from '../../../src/contract/dashboard-api/orders.ts';
import { amountText, roundedAmount } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { itemPathOf, sellPathOf } from '../../lib/paths.ts';
import { CopyButton } from '../../ui/values/copy-button.tsx';
import { Money } from '../../ui/values/money.tsx';
import { RelativeTime } from '../../ui/values/relative-time.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { TimeText } from '../../ui/values/time-text.tsx';
import { orderKindLabel, orderStateLabel, walletName } from '../orders/index.ts';

export function OrderItem({ order }: { order: Order }) {
  const { kind, state, title, pay_with: payer, created_at: asked, valid_until: until, transaction } = order;
  const { label, color, explanation } = orderStateLabel(order);
  const kindLabel = orderKindLabel(order);
  const heading = title === '' ? kindLabel : t('common.labelled', { label: kindLabel, value: title });
  const paid = paidPrice(order);
  return (
    <Stack component="li" gap={4} aria-label={heading}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <Group gap="xs" flex="1 1 14rem" miw={0}>
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {heading}
          </Text>
          <Badge color={color}>{label}</Badge>
        </Group>
        {paid !== null && (
          <Text size="sm">
            <Money nano={paid} />
          </Text>
        )}
      </Group>
      {state !== 'confirmed' && <Text size="sm">{explanation}</Text>}
      <Group gap="xs">
        <SmallNote>
          <RelativeTime at={asked} direction="past" />
          {payer !== null && ` · ${walletName({ payer, app: null, page_url: null })}`}
          {kind !== 'withdraw' && (
            <>
              {' · '}
              <span title={amountText(order.amount)}>{sentLabel(order)}</span>
            </>
          )}
          {state === 'open' && (
            <>
              {' · '}
              <TimeText text="wallet.orders.ends" at={until} direction="future" />
            </>
          )}
        </SmallNote>
        <WhereNext order={order} />
        {transaction !== null && (
          <Group gap={2} wrap="nowrap">
            <SmallNote>{t('wallet.orders.transaction')}</SmallNote>
            <CopyButton text={transaction} valueName={t('wallet.orders.transactionWhat')} />
          </Group>
        )}
      </Group>
    </Stack>
  );
}

/** Returns the price without fees; null if there is none. */
function paidPrice({ kind, state, price }: Order): string | null {
  const isOff = state === 'expired' || state === 'refused';
  return !isOff && (kind === 'purchase' || kind === 'buy_offer' || kind === 'withdraw') ? price : null;
}

function sentLabel({ state, amount }: Order): string {
  return t(`wallet.orders.sent.${state}`, { amount: roundedAmount(amount) });
}

/** Links to the result of an order, or to another attempt. */
function WhereNext({ order }: { order: Order }) {
  const { kind, state, content_address: address, content_id: id } = order;
  const isOver = state === 'expired' || state === 'refused';
  if (kind === 'register' && isOver && id !== null) {
    return (
      <Anchor component={Link} to={sellPathOf(id)} size="xs">
        {t('common.tryAgain')}
      </Anchor>
    );
  }
  if (address === null) return null;
  return (
    <Anchor component={Link} to={itemPathOf(address)} size="xs">
      {t('common.openItemPage')}
    </Anchor>
  );
}
