import { Button, Group, Stack, Text } from '@mantine/core';
import type { SignInState } from '../../../src/contract/endpoints/local-sign-in.ts';
import { CopyableValue } from '../../components/copyable-value.tsx';
import { askFirst } from '../../lib/ask-first.tsx';
import { formatDateTime, shorten } from '../../lib/format.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { useChange } from '../../lib/queries.ts';

type Wallet = SignInState['owner']['wallets'][number];

/** The wallets that the owner has proven. */
export function LinkedWallets({ wallets }: { wallets: Wallet[] }) {
  if (wallets.length === 0) return null;
  return (
    <Stack component="ul" gap="sm" p={0} m={0} aria-label="Linked wallets" style={{ listStyle: 'none' }}>
      {wallets.map((wallet) => (
        <li key={wallet.address}>
          <LinkedWallet wallet={wallet} />
        </li>
      ))}
    </Stack>
  );
}

function LinkedWallet({ wallet: { address, version, linked_at } }: { wallet: Wallet }) {
  const unlink = useChange('sign_in', (node) => node.unlinkWallet(address));
  const ask = () =>
    askFirst({
      title: 'Unlink this wallet?',
      text: `${address} no longer stands for you on this node, and web apps in which you signed in with it sign you out. What you have stored stays.`,
      confirm: 'Unlink',
      cancel: 'Keep',
      danger: true,
      onConfirm: () => unlink.mutate(undefined, { onError: notifyProblem }),
    });
  return (
    <Group justify="space-between" gap="xs">
      <Stack gap={0} miw={0}>
        <CopyableValue value={address} what="the wallet’s address" short />
        <Text size="xs" c="dimmed">
          Wallet {version} · linked {formatDateTime(linked_at)}
        </Text>
      </Stack>
      <Button
        size="xs"
        variant="default"
        aria-label={`Unlink ${shorten(address)}`}
        loading={unlink.isPending}
        onClick={ask}
      >
        Unlink…
      </Button>
    </Group>
  );
}
