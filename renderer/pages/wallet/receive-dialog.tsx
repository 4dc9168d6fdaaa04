import { Stack, Text } from '@mantine/core';
import type { ChainState, LocalWallet } from '../../../src/contract/local-chain.ts';
import { CopyableValue } from '../../components/copyable-value.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { openDialog } from '../../lib/dialogs.ts';
import { t } from '../../lib/language.ts';
import { walletName } from '../../lib/order-words.ts';

/** Shows where to send money. */
export function openReceiveDialog(wallet: LocalWallet, { network }: Pick<ChainState, 'network'>): void {
  const { address } = wallet;
  openDialog({
    title: t('wallet.receive.title', { wallet: walletName(wallet) }),
    children: (
      <Stack gap="md" align="center">
        <QrCode value={`ton://transfer/${address}`} title={t('wallet.receive.code')} />
        <CopyableValue value={address} what={t('wallet.receive.what')} />
        {network !== 'off' && <Text size="sm">{t(`wallet.receive.advice.${network}`)}</Text>}
      </Stack>
    ),
  });
}
