import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Sale } from '../../../src/contract/dashboard-api/market.ts';
import { titleOf } from '../../lib/format/file-kind.ts';
import { formatList, shorten } from '../../lib/format/format.ts';
import { amountText } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { itemPathOf } from '../../lib/paths.ts';
import { Cover } from '../../ui/media/cover.tsx';
import type { BackState } from '../../ui/navigation/back-link.tsx';
import { Money } from '../../ui/values/money.tsx';
import { RelativeTime } from '../../ui/values/relative-time.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { licenceLabel } from '../licensing/index.ts';
import { SignInButton, useHostName } from '../sharing/index.ts';

/** Shows the buyer, item, time and price of a sale, and whether it is delivered. */
export function SaleItem({ sale }: { sale: Sale }) {
  const { kind, at, buyer, licence, earned, content, delivery } = sale;
  const title = titleOf(content);
  return (
    <Group component="li" aria-label={title} gap="sm" align="flex-start" wrap="nowrap">
      <Cover url={content.cover_url} contentType={content.content_type} size={44} />
      <Stack gap={2} flex={1} miw={0}>
        <Group justify="space-between" gap="xs" align="baseline">
          <Anchor
            component={Link}
            to={itemPathOf(content.content_address)}
            state={{ backLabel: t('frame.pages.wallet') } satisfies BackState}
            size="sm"
            fw={500}
            style={{ overflowWrap: 'anywhere' }}
            translate="no"
          >
            {title}
          </Anchor>
          <Text size="sm" fw={600}>
            + <Money nano={earned} />
          </Text>
        </Group>
        <SmallNote>
          <RelativeTime at={at} direction="past" />
          {` · ${t(`wallet.sales.kinds.${kind}`)} · ${licenceLabel(licence, content.content_type)} · `}
          <span title={buyer}>{t('wallet.sales.buyer', { address: shorten(buyer, 4, 4) })}</span>
        </SmallNote>
        <SmallNote style={{ overflowWrap: 'anywhere' }}>{splitLabel(sale)}</SmallNote>
        {delivery && <DeliveryState delivery={delivery} />}
      </Stack>
    </Group>
  );
}

/** Returns `Price 10 GRAM: 8.75 GRAM to you, 1.25 GRAM to UQab…cdef`. */
function splitLabel({ price, earned, parts }: Sale): string {
  const others = parts
    .filter(({ mine, amount }) => !mine && amount !== '0')
    .map(({ address, amount }) =>
      t('wallet.sales.part', {
        amount: amountText(amount),
        to: address === null ? t('wallet.sales.unknown') : shorten(address, 4, 4),
      }),
    );
  const own = t('wallet.sales.mine', { amount: amountText(earned) });
  return t('wallet.sales.split', { price: amountText(price), parts: formatList([own, ...others]) });
}

const colors = { delivered: 'green', served: 'gray', waiting: 'yellow' } as const;

function DeliveryState({ delivery }: { delivery: NonNullable<Sale['delivery']> }) {
  const { state, hosts, sign_in_host: host } = delivery;
  const hostName = useHostName();
  if (state === 'waiting' && host !== null) {
    return (
      <Group gap="xs">
        <Badge color={colors.waiting}>{t('wallet.sales.delivery.waiting.label')}</Badge>
        <SmallNote>{t('sharing.forBuyers.signedOut', { node: hostName(host) })}</SmallNote>
        <SignInButton host={host} />
      </Group>
    );
  }
  return (
    <Group gap="xs">
      <Badge color={colors[state]}>{t(`wallet.sales.delivery.${state}.label`)}</Badge>
      <SmallNote style={{ overflowWrap: 'anywhere' }}>
        {state === 'served' && hosts.length > 0
          ? t('wallet.sales.delivery.hosts', { hosts: formatList(hosts.map(hostName)) })
          : t(`wallet.sales.delivery.${state}.text`)}
      </SmallNote>
    </Group>
  );
}
