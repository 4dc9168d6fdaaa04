import { List, Stack, Text } from '@mantine/core';
import { amountText } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import type { OrderPlan } from '../orders/index.ts';
import { OrderForm } from '../orders/index.ts';
import { useContent } from '../stored-file/index.ts';
import { EncryptionProgress } from './encryption-progress.tsx';
import type { AskedRegistration } from './publication.ts';

interface ConfirmPublishingProps {
  ask: AskedRegistration;
  onClose(): void;
}

/** Opens a dialog that registers a content once the user confirms it. */
export function openSaleDialog(ask: AskedRegistration): void {
  openDialog({
    title: t('selling.confirm.title', { title: ask.title }),
    size: 'lg',
    children: (close) => <ConfirmSale ask={ask} onClose={close} />,
  });
}

/** Shows what becomes public and what it costs, before the order is placed. */
function ConfirmSale({ ask, onClose }: ConfirmPublishingProps) {
  const { price, resale_price: resalePrice, allow_resale: allowResale, royalties } = ask;
  const contentId = ask.content_id;
  const isSold = BigInt(price) > 0n || (allowResale && BigInt(resalePrice) > 0n);
  const encryption = useContent(contentId).data?.sealing;
  const plan: OrderPlan = {
    confirm: t('selling.confirm.publish'),
    payments: [],
    done: t('selling.confirm.done'),
    request: (payer) => ({ ...ask, pay_with: payer }),
  };
  return (
    <OrderForm plan={plan} confirm={t('selling.confirm.publish')} onClose={onClose}>
      <Stack gap="xs">
        <Text size="sm">
          {t(allowResale ? 'selling.confirm.costsResale' : 'selling.confirm.costs', {
            price: amountText(price),
            resalePrice: amountText(resalePrice),
          })}{' '}
          {royalties.length > 0 && t('selling.confirm.shares')}
        </Text>
        <List size="sm" spacing={4}>
          <List.Item>{t('selling.confirm.public')}</List.Item>
          {isSold ? (
            <>
              <List.Item>{t('selling.confirm.encrypted')}</List.Item>
              <List.Item>{t('selling.confirm.encryptedOnly')}</List.Item>
            </>
          ) : (
            <List.Item>{t('selling.confirm.free')}</List.Item>
          )}
        </List>
        {encryption?.state === 'sealing' && (
          <EncryptionProgress contentId={contentId} encryption={encryption} />
        )}
      </Stack>
    </OrderForm>
  );
}
