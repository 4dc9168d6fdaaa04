import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Order } from '../../../src/contract/local-chain.ts';
import { Money } from '../../components/chain/money.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { orderKindWords, orderStateWords, walletName } from '../../lib/order-words.ts';
import { publishPathOf } from '../../lib/publish-path.ts';
import { tonWords } from '../../lib/ton.ts';

/** One order: what was asked, how it stands, and what to do. */
export function OrderItem({ order }: { order: Order }) {
  const { kind, state, title, pay_with: payer, created_at: asked, valid_until: until, transaction } = order;
  const { label, color, explanation } = orderStateWords(order);
  const heading = title === '' ? orderKindWords(order) : `${orderKindWords(order)}: ${title}`;
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
        <Text size="xs" c="dimmed">
          <RelativeTime at={asked} side="past" />
          {payer !== null && ` · ${walletName({ payer, app: null })}`}
          {kind !== 'withdraw' && ` · ${sentWords(order)}`}
          {state === 'open' && (
            <>
              {' · ends '}
              <RelativeTime at={until} side="future" />
            </>
          )}
        </Text>
        <WhereNext order={order} />
        {transaction !== null && (
          <Group gap={2} wrap="nowrap">
            <Text size="xs" c="dimmed">
              Transaction
            </Text>
            <CopyButton text={transaction} what="the hash of the transaction" />
          </Group>
        )}
      </Group>
    </Stack>
  );
}

/** What is paid to somebody, fees aside; null where nothing is. */
function paidPrice({ kind, state, price }: Order): string | null {
  const isOff = state === 'expired' || state === 'refused';
  return !isOff && (kind === 'purchase' || kind === 'buy_offer' || kind === 'withdraw') ? price : null;
}

function sentWords({ state, amount }: Order): string {
  const words = tonWords(amount);
  switch (state) {
    case 'open':
      return `sends ${words} with all fees; what is not used comes back`;
    case 'confirmed':
      return `${words} sent with all fees; what was not used came back`;
    case 'expired':
      return 'nothing was paid';
    case 'refused':
      return `${words} sent, and sent back less the fees`;
  }
}

/** Where one sees what came of it, or tries again. */
function WhereNext({ order }: { order: Order }) {
  const { kind, state, content_address: address, content_id: id } = order;
  const isOver = state === 'expired' || state === 'refused';
  if (kind === 'register' && isOver && id !== null) {
    return (
      <Anchor component={Link} to={publishPathOf(id)} size="xs">
        Try again
      </Anchor>
    );
  }
  if (address === null) return null;
  return (
    <Anchor component={Link} to={`/market/${address}`} size="xs">
      Show it in the market
    </Anchor>
  );
}
