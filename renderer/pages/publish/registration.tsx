import { Alert, Anchor, Loader, Stack, Text } from '@mantine/core';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Order } from '../../../src/contract/local-chain.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { orderStateWords } from '../../lib/order-words.ts';
import { ShareForBuyers } from '../sharing/share-for-buyers.tsx';

const headings = {
  open: 'It is being published',
  unasked: 'It is not published yet',
  confirmed: 'It is published',
  expired: 'It was not published',
  refused: 'It was not published',
} as const;

/** How the last try to publish stands, and where it leads. */
export function Registration({ order }: { order: Order }) {
  const { state, content_id: id, content_address: address, valid_until: until } = order;
  const standing = order.is_unasked ? 'unasked' : state;
  const { color, explanation } = orderStateWords(order);
  return (
    <>
      <Alert role="status" color={color} title={headings[standing]} icon={<StateIcon state={standing} />}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">
            {state === 'confirmed' ? 'Everybody can find it and buy it now.' : explanation}
          </Text>
          {state === 'open' && (
            <Text size="sm">
              If it has not happened <RelativeTime at={until} side="future" />, it never will, and nothing is
              paid.
            </Text>
          )}
          {state === 'confirmed' && address !== null && (
            <Anchor component={Link} to={`/market/${address}`} size="sm">
              Show it in the market
            </Anchor>
          )}
        </Stack>
      </Alert>
      {state === 'confirmed' && id !== null && <ShareForBuyers contentId={id} />}
    </>
  );
}

function StateIcon({ state }: { state: keyof typeof headings }) {
  if (state === 'open') return <Loader size={16} aria-hidden />;
  return state === 'confirmed' ? <IconCheck aria-hidden /> : <IconInfoCircle aria-hidden />;
}
