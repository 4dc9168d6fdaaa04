import { List, Stack, Text } from '@mantine/core';
import { OrderForm } from '../../components/chain/order-form.tsx';
import type { OrderPlan } from '../../components/chain/order-plan.ts';
import { useContent } from '../../lib/queries.ts';
import { priceWords } from '../../lib/ton.ts';
import type { AskedRegistration } from './publication.ts';
import { SealingProgress } from './sealing-progress.tsx';

interface ConfirmPublishingProps {
  ask: AskedRegistration;
  onClose(): void;
}

/** Says what becomes public and what it costs, before anything is sent. */
export function ConfirmPublishing({ ask, onClose }: ConfirmPublishingProps) {
  const { price, resale_price: resalePrice, allow_resale: allowResale, royalties } = ask;
  const contentId = ask.content_id;
  const isSold = BigInt(price) > 0n || (allowResale && BigInt(resalePrice) > 0n);
  const sealing = useContent(contentId).data?.sealing;
  const plan: OrderPlan = {
    confirm: 'Publish',
    payments: [],
    done: 'It is published. Everybody can find it and buy it now.',
    request: (payer) => ({ ...ask, pay_with: payer }),
  };
  return (
    <OrderForm plan={plan} confirm="Publish" onClose={onClose}>
      <Stack gap="xs">
        <Text size="sm">
          A licence costs {priceWords(price)}
          {allowResale && `, one to resell ${priceWords(resalePrice)}`}.{' '}
          {royalties.length > 0 && 'The shares that you have set are paid with each sale.'}
        </Text>
        <List size="sm" spacing={4}>
          <List.Item>
            Title, description, authors, hashtags, prices and shares become public. You can stop selling
            later, but what is on the chain is never erased.
          </List.Item>
          {isSold ? (
            <>
              <List.Item>
                Your node encrypts the file first. Buyers get it encrypted, and only who has a licence can
                open it.
              </List.Item>
              <List.Item>
                Once it is published, your node keeps only the encrypted file, and opens it for you.
              </List.Item>
            </>
          ) : (
            <List.Item>
              It is free and not encrypted: whoever has its link or content id can open it.
            </List.Item>
          )}
        </List>
        {sealing?.state === 'sealing' && <SealingProgress content={{ content_id: contentId, sealing }} />}
      </Stack>
    </OrderForm>
  );
}
