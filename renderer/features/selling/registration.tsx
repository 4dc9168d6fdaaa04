import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Order } from '../../../src/contract/dashboard-api/orders.ts';
import { t } from '../../lib/i18n/language.ts';
import { TimeText } from '../../ui/values/time-text.tsx';
import { OrderIcon, orderStateLabel } from '../orders/index.ts';
import { ShareForBuyers } from '../sharing/index.ts';

/** Shows the last registration and links to its result. */
export function Registration({ order }: { order: Order }) {
  const { state, content_id: id, content_address: address, valid_until: until } = order;
  const standing = order.is_unasked ? 'unasked' : state;
  const { color, explanation } = orderStateLabel(order);
  return (
    <>
      <Alert
        role="status"
        color={color}
        title={t(`publish.registration.${standing}`)}
        icon={<OrderIcon order={order} />}
      >
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{state === 'confirmed' ? t('publish.registration.everybody') : explanation}</Text>
          {state === 'open' && (
            <Text size="sm">
              <TimeText text="publish.registration.ends" at={until} side="future" />
            </Text>
          )}
          {state === 'confirmed' && address !== null && (
            <Anchor component={Link} to={`/market/${address}`} size="sm">
              {t('publish.registration.showInMarket')}
            </Anchor>
          )}
        </Stack>
      </Alert>
      {state === 'confirmed' && id !== null && <ShareForBuyers contentId={id} />}
    </>
  );
}
