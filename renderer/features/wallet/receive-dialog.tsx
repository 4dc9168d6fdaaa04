import { Stack, Text } from '@mantine/core';
import type { ChainState, LocalWallet } from '../../../src/contract/dashboard-api/chain.ts';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { QrCode } from '../../ui/values/qr-code.tsx';
import { walletName } from '../orders/index.ts';

/** Opens a dialog with the address that receives money. */
export function openReceiveDialog(wallet: LocalWallet, { network }: Pick<ChainState, 'network'>): void {
  const { address } = wallet;
  openDialog({
    title: t('wallet.receive.title', { wallet: walletName(wallet) }),
    children: () => (
      <Stack gap="md" align="center">
        <QrCode value={`ton://transfer/${address}`} title={t('wallet.receive.code')} />
        <CopyableValue value={address} what={t('wallet.receive.what')} />
        {network !== 'off' && <Text size="sm">{t(`wallet.receive.advice.${network}`)}</Text>}
      </Stack>
    ),
  });
}
