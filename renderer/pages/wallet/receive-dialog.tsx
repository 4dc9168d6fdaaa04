import { Stack, Text } from '@mantine/core';
import type { ChainState, LocalWallet } from '../../../src/contract/local-chain.ts';
import { CopyableValue } from '../../components/copyable-value.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { openDialog } from '../../lib/dialogs.ts';
import { walletName } from '../../lib/order-words.ts';

const advice: Record<ChainState['network'], string> = {
  off: '',
  embedded:
    'Only for test money of this practice chain. Never send real money here: it could not be reached from this chain.',
  testnet: 'Only for test money of TON’s test network. Never send real money here.',
  mainnet:
    'Send TON to this address, from any wallet app or exchange. Other coins and tokens are not shown here.',
};

/** Shows where to send money. */
export function openReceiveDialog(wallet: LocalWallet, { network }: Pick<ChainState, 'network'>): void {
  const { address } = wallet;
  openDialog({
    title: `Receive: ${walletName(wallet)}`,
    children: (
      <Stack gap="md" align="center">
        <QrCode value={`ton://transfer/${address}`} title="Code of the address" />
        <CopyableValue value={address} what="the address" />
        <Text size="sm">{advice[network]}</Text>
      </Stack>
    ),
  });
}
