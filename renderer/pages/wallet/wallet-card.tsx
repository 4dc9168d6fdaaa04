import { Button, Group, Stack, Text } from '@mantine/core';
import type { ChainState, LocalWallet, Payer } from '../../../src/contract/local-chain.ts';
import { CopyableValue } from '../../components/copyable-value.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { walletName } from '../../lib/order-words.ts';
import { tonWords } from '../../lib/ton.ts';
import { FaucetButton } from './faucet-button.tsx';
import { openReceiveDialog } from './receive-dialog.tsx';
import { openRecoveryDialog } from './recovery-dialog.tsx';
import { openSendDialog } from './send-dialog.tsx';

const purposes: Record<Payer, string> = {
  practice_wallet:
    'Stands for the wallet app on your phone: it publishes and buys for you, and signs at once.',
  service_wallet:
    'Belongs to this node. It pays for what the node itself does on the chain, such as opening its market. You can pay with it, too.',
  wallet: 'In your wallet app. You confirm there whatever it pays.',
};

/** A wallet: what it has, and what can be done with it. */
export function WalletCard({ wallet, chain }: { wallet: LocalWallet; chain: ChainState }) {
  const { payer, address, balance } = wallet;
  const name = walletName(wallet);
  const isOwn = payer !== 'wallet';
  return (
    <SectionCard title={name}>
      <Text size="sm">{purposes[payer]}</Text>
      <Stack gap={2}>
        <Text fz={{ base: 22, xs: 28 }} lh={1.2} fw={600} style={{ overflowWrap: 'anywhere' }}>
          {balance === null ? 'Not known now' : tonWords(balance)}
        </Text>
        {balance === null && (
          <Text size="xs" c="dimmed">
            The chain cannot be asked at the moment.
          </Text>
        )}
        <CopyableValue value={address} what={`the address of ${name}`} short />
      </Stack>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-label={`Receive: ${name}`}
          onClick={() => openReceiveDialog(wallet, chain)}
        >
          Receive…
        </Button>
        {isOwn && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Send: ${name}`}
            onClick={() => openSendDialog(wallet)}
          >
            Send…
          </Button>
        )}
        {chain.has_faucet && <FaucetButton wallet={wallet} />}
        {payer === 'service_wallet' && (
          <Button size="xs" variant="default" onClick={openRecoveryDialog}>
            Recovery words…
          </Button>
        )}
      </Group>
    </SectionCard>
  );
}
